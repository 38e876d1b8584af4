"""Datasets, agents, scorecards and other documents, algorithms: what evaluations are made of."""
