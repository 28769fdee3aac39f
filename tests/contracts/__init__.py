"""What every implementation of a protocol keeps to, the real ones and the ones of tests alike."""
