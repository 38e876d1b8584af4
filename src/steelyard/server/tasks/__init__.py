"""Evaluation tasks: their states, who carries them, and what became of them."""
