"""Pieces of plans that empty pages show: what to write so that there is something to see."""

PERTURBATIONS = """\
conditions:
  - perturb:
      kinds: [zh.homophone, zh.glyph, en.keyboard, text.distractor]
      rate: 0.08
      sample: 40
"""
LOAD = """\
conditions:
  - load: {baseline: 1, peak: 24, ramp: [4, 8, 16], sample: 32}
  - faults: {kinds: [latency, reset, truncated], sample: 12}
"""
ENVIRONMENTS = """\
environments:
  - name: small-memory
    start: [python, agent.py, --port, "{port}"]
    agent: {http: {url: "http://127.0.0.1:{port}/ask"}}
    limits: {memory_mb: 512}
    requirements: requirements.yaml
    sample: 32
"""
REQUIREMENTS = """\
- {key: python.version, op: ">=", value: 3.11, critical: true}
- {key: memory.total_mb, op: ">=", value: 256}
"""
MISSIONS = """\
scorers: [ops.mission]
verdict: ops.mission
scorecard: mission
"""
