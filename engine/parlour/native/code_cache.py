"""Native code from a module's text, by llvmlite (the extra `parlour[native]`), saved between runs in the signed cache.

There are three levels. Level 0 only translates, and is ready at once. Level 1 makes the most worthwhile optimisations.
Level 2 is LLVM's own second level, which takes several times as long. All play the same games.
"""

from __future__ import annotations

import ctypes
import marshal
from collections.abc import Callable
from dataclasses import astuple, dataclass

import llvmlite.binding as llvm

from parlour import program as p
from parlour.native.module import BatchCode, Module, Shape, Use
from parlour.python.code_cache import name_of
from parlour.storage.cache import Cache, user_cache

if not hasattr(llvm, "create_pass_builder"):
    raise ImportError("this llvmlite is too old")

LEVELS = (0, 1, 2)
SLOW_DEPOSITS = ("bdver4", "znver1", "znver2")

# Registers for variables, inlined small functions, and the common subexpressions that this reveals.
_PASSES = (
    "ipsccp", "sroa", "simplify_cfg", "always_inliner", "sroa", "simplify_cfg", "instruction_combine", "new_gvn",
    "dead_store_elimination", "loop_rotate", "jump_threading", "instruction_combine", "new_gvn", "simplify_cfg",
)  # fmt: skip


class CompiledModule:
    """The compiled functions of one table; they live as long as this does. `code` is earlier native code from the same
    text."""

    def __init__(self, text: str, level: int = 2, code: bytes | None = None) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self.code = code
        module = llvm.parse_assembly(text if code is None else "")
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=level, jit=True
        )
        self._engine = llvm.create_mcjit_compiler(module, machine)
        if code is None:
            _improve(module, machine, level)
            self._engine.set_object_cache(notify_func=self._keep)
        else:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function(self, name: str, signature: str) -> Callable[..., None]:
        """Return a function for Python. `signature` has a letter for each parameter: `p` for an address, `n` for a
        number."""
        kinds = {"p": ctypes.c_void_p, "n": ctypes.c_int64}
        kind = ctypes.CFUNCTYPE(None, *(kinds[letter] for letter in signature))
        function: Callable[..., None] = kind(self._engine.get_function_address(name))
        return function

    def _keep(self, module: llvm.ModuleRef, code: bytes) -> None:
        self.code = code


def _improve(module: llvm.ModuleRef, machine: llvm.TargetMachine, level: int) -> None:
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
    if level == 1:
        passes = llvm.create_new_module_pass_manager()
        for name in _PASSES:
            getattr(passes, f"add_{name}_pass")()
        passes.run(module, builder)
    elif level:
        builder.getModulePassManager().run(module, builder)


def deposits() -> bool:
    """True if this processor has a fast instruction that spreads bits over the members of a set."""
    return bool(llvm.get_host_cpu_features().get("bmi2")) and llvm.get_host_cpu_name() not in SLOW_DEPOSITS


def target() -> str:
    """Return the target of native code made here; the code runs on no other target."""
    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.llvm_version_info} {llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features}"


# The modules that decide what native code is.
PARTS = ("analysis", "lowering", "native", "playouts", "program", "routines", "table", "tablecode")


@dataclass(frozen=True)
class CompiledCode:
    shape: Shape
    compiled: CompiledModule


class CodeCache:
    """The native code of one Program for a table and a use, at all levels."""

    def __init__(
        self, program: p.Program, players: int, use: Use, cache: Cache | None = None, batch: BatchCode | None = None
    ) -> None:
        self.cache = cache or user_cache("code")
        added = None if batch is None else (batch.functions, batch.tables)
        self._name = name_of(PARTS, target(), program.digest, program, players, use, added)

    def best(self, levels: tuple[int, ...]) -> tuple[int, CompiledCode] | None:
        """The best level that is saved already."""
        for level in sorted(levels, reverse=True):
            data = None if self._name is None else self.cache.read(f"{self._name}-{level}")
            if data is not None:
                shape, code = marshal.loads(data)
                return level, CompiledCode(Shape(*shape), CompiledModule("", level, code))
        return None

    def made(self, level: int, module: Callable[[], Module]) -> CompiledCode:
        """Compile the code and save it."""
        source = module()
        compiled = CompiledModule(source.text, level)
        if self._name is not None and compiled.code is not None:
            entry = marshal.dumps((astuple(source.shape), compiled.code))
            self.cache.write(f"{self._name}-{level}", lambda: entry)
        return CompiledCode(source.shape, compiled)
