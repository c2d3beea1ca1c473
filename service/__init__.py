"""The HTTP service around the referee."""
