"""One short function per page: translate in, one call, translate out."""
