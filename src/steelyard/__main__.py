"""`python -m steelyard` is `steelyard`."""

from steelyard.cli import main

main()
