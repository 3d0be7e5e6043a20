from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from . import Library

def function(
    source: Library | str | PathLike[str] | Sequence[str | PathLike[str]],
    name: str,
    *,
    flags: Sequence[str] = (),
    signature: Mapping[str, str] | None = None,
    language: str | None = None,
) -> Callable[..., Any]: ...
