"""The simulated missions: scenarios and the world they play in."""

from mission_world.scenario import Scenario
from mission_world.scenarios import load_scenario, scenario_ids
from mission_world.world import World

__all__ = ["Scenario", "World", "load_scenario", "scenario_ids"]
