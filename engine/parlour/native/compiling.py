"""Machine code from a module's text, by llvmlite (the extra `parlour[native]`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import llvmlite.binding as llvm


class Compiled:
    """The compiled functions of one table; they live as long as this does."""

    def __init__(self, text: str, level: int = 2) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        module = llvm.parse_assembly(text)
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=level, jit=True
        )
        if level:
            options = llvm.create_pipeline_tuning_options(speed_level=level)
            passes = llvm.create_pass_builder(machine, options)
            passes.getModulePassManager().run(module, passes)
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        number, address = ctypes.c_int64, ctypes.c_void_p
        kind = ctypes.CFUNCTYPE(number, address, address, *[number] * 5, *[address] * 6)
        self.batch: Callable[..., int] = kind(self._engine.get_function_address("batch"))
