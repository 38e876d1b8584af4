"""Measurements that print ratios; run with `python -m benchmarks`."""
