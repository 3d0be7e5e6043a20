"""Notes about what happens silently: in the log ``zymase``, once for each argument."""

import logging

_log = logging.getLogger("zymase")
_said = set()


def copied(name):
    """An array was copied because its memory is not contiguous, aligned or in the order that the function takes."""
    if name not in _said:
        _said.add(name)
        _log.info("%s is copied: its memory is not contiguous in the order that the function takes", name)
