"""The same table code as native code comes to the same."""

from __future__ import annotations

import ctypes

import pytest

from code_samples import SAMPLES, Sample

pytest.importorskip("llvmlite", reason="native code needs llvmlite")

import llvmlite.binding as llvm

from parlour import tablecode as t
from parlour.native.ir import Body, table
from parlour.native.linking import linked
from parlour.native.module import intrinsics
from parlour.native.names import Names
from parlour.native.translation import Translator
from parlour.tablecode.build import store

LIBRARY = {
    "given": t.Function("given", ("x", "nothing", "message", "line"), (t.Return(t.Reg("x")),)),
    "put_five": t.Function("put_five", ("at",), (store(t.Reg("at"), t.Const(5)),)),
}


def ran(sample: Sample, width: int, registers: dict[int, int]) -> tuple[int, list[int]]:
    """The result of a sample, and its cells; those in `registers` are in registers meanwhile."""
    tables = {"SQUARES": (0, 1, 4, 9, 77), "BIT": tuple(1 << k for k in range(8))}
    names = Names(width, dict(tables), {}, {"ELEVEN": 11, "FAULT": 7}, registers, ())
    functions = {}
    for function in (t.Function("tried", ("x", "y"), sample.body), *LIBRARY.values()):
        body = Body(width, names.registers)
        for param in function.params:
            body.variable(param)
        Translator(names, body).block(function.body)
        functions[function.name] = body.definition(function.name, function.params)
    data = [table(name, tables[name], bits) for name, bits in names.looked_up.items()]
    texts = linked(functions, ("tried",))
    text = "\n\n".join([*intrinsics(width), *data, *texts]).replace("define internal", "define")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), machine)
    engine.finalize_object()
    number, address = ctypes.c_int64, ctypes.c_void_p
    called = ctypes.CFUNCTYPE(number, address, address, number, number)(engine.get_function_address("tried"))
    s, r = (number * 8)(*sample.before), (number * 8)(*(sample.before[cell] for cell in registers))
    result = called(ctypes.addressof(s), ctypes.addressof(r), sample.x, sample.y)
    return result, [r[registers[cell]] if cell in registers else s[cell] for cell in range(8)]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_native_code_comes_to_the_same(sample: Sample) -> None:
    assert ran(sample, 64, {}) == (sample.result, list(sample.after))
