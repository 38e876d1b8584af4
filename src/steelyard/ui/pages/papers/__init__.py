"""What the pages of scorecards and of indicators share: they are documents with versions."""
