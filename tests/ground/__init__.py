"""What the suite stands on: real servers, cloned databases, running sites and workers, a browser."""
