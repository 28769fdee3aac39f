"""Of words that stood there and words that stand there now: whether they say something else."""
