from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

from .. import Library

def function(
    source: Library | str | PathLike[str] | Sequence[str | PathLike[str]],
    name: str,
    *,
    flags: Sequence[str] = (),
    signature: Mapping[str, str] | None = None,
    language: str | None = None,
) -> Callable[..., Any]: ...

def raised(
    source: Library | str | PathLike[str] | Sequence[str | PathLike[str]],
    name: str,
    *,
    fix: Mapping[str, int | float] | None = None,
    shape: Mapping[str, Sequence[int]] | None = None,
    flags: Sequence[str] = (),
    signature: Mapping[str, str] | None = None,
    language: str | None = None,
) -> Callable[..., Any]: ...
def grad(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[..., Any]: ...
def value_and_grad(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[..., Any]: ...
def jvp(fun: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any], has_aux: bool = False) -> tuple[Any, ...]: ...
def vjp(fun: Callable[..., Any], *primals: Any, has_aux: bool = False, reduce_axes: Sequence[Any] = ()) -> tuple[Any, ...]: ...
def jacfwd(
    fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable[..., Any]: ...
def jacrev(
    fun: Callable[..., Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
) -> Callable[..., Any]: ...
def hessian(
    fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False, holomorphic: bool = False
) -> Callable[..., Any]: ...
def vmap(fun: Callable[..., Any], in_axes: Any = 0, out_axes: Any = 0, **options: Any) -> Callable[..., Any]: ...
def optimize(fun: Callable[..., Any]) -> Callable[..., Any]: ...
def jit(
    fun: Callable[..., Any],
    static_argnums: int | Sequence[int] = (),
    static_argnames: str | Sequence[str] = (),
    **options: Any,
) -> Callable[..., Any]: ...
def checkpoint(fun: Callable[..., Any], way: str = "sqrt", **options: Any) -> Callable[..., Any]: ...
