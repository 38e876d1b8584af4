"""`feature_config`: what the original documents call the parameters of the indicators."""

from __future__ import annotations

from typing import Any

from steelyard.i18n import t

NAME = "feature_config"


def read_feature_config(given: Any) -> Any:
    """Return the content of a plan with its `feature_config` among its `params`.

    Raises:
        ValueError: it is no mapping, or differs from `params` about a value.
    """
    if not isinstance(given, dict) or NAME not in given:
        return given
    content = dict(given)
    config, params = content.pop(NAME) or {}, content.get("params") or {}
    if not isinstance(config, dict) or not isinstance(params, dict):
        raise ValueError(t("plan.feature_config_form", found=type(config).__name__))
    for name, value in config.items():
        if params.get(name, value) != value:
            raise ValueError(
                t("plan.feature_config_differs", name=name, found=value, other=params[name])
            )
    return content | {"params": config | params}
