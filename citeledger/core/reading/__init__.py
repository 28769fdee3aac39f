"""How a text reads: from source, pages or plain text to the tokens a reader sees, and where these stand in it."""
