"""Words by what they do: negate, take back, bind, count, join, oppose. Closed lists, and nothing of a text."""
