"""Made by scripts/client.py: one file per router of the API, with records and methods."""
