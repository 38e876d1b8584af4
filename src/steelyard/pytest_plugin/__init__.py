"""Gates in tests: `@pytest.mark.steelyard(plan="plan.yaml")`; pytest loads `plugin`."""
