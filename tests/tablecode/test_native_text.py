"""Table code gives the same results as native code."""

from __future__ import annotations

import ctypes

import pytest

from code_nodes import DOMAINS, EXPRESSIONS, PYTHON_ONLY, STATEMENTS
from code_samples import SAMPLES, Sample

pytest.importorskip("llvmlite", reason="native code needs llvmlite")

import llvmlite.binding as llvm

from parlour import tablecode as t
from parlour.native.ir import Body, table
from parlour.native.linking import linked
from parlour.native.module import intrinsics
from parlour.native.names import Names, UntranslatableError
from parlour.native.translation import Translator
from parlour.tablecode.build import store

LIBRARY = {
    "given": t.Function("given", ("x", "nothing", "message", "line"), (t.Return(t.Reg("x")),)),
    "put_five": t.Function("put_five", ("at",), (store(t.Reg("at"), t.Const(5)),)),
}


def ran(sample: Sample, width: int, registers: dict[int, int]) -> tuple[int, list[int]]:
    """Return the result of a sample and its cells; those in `registers` are in registers meanwhile."""
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


def is_translated(statement: t.Stmt) -> bool:
    numbers = dict.fromkeys(("SIZE", "FAULT", "ALIGNED", "RANK_SHIFT", "ONE_PACK", "DOUBLES", "FACES"), 1)
    tables = dict.fromkeys(("RANK", "OF_RANK", "OF_FACE", "BARE"), (0,))
    body = Body(64, {})
    body.variable("x")
    translator = Translator(Names(64, dict(tables), {}, numbers, {}, ()), body)
    translator.breaks.append("end")
    try:
        translator.statement(statement)
    except UntranslatableError:
        return False
    return True


def test_no_class_is_forgotten() -> None:
    """A class without a translation would leave all its tables to generated Python."""
    of_statements = {type(e): is_translated(e) for e, _ in STATEMENTS}
    of_expressions = {type(e): is_translated(t.Return(e)) for e, _ in EXPRESSIONS}
    of_domains = {type(e): is_translated(_loop(e)) for e, _ in DOMAINS}
    lacking = {of for of, there in (of_statements | of_expressions | of_domains).items() if not there}
    assert lacking == PYTHON_ONLY


def _loop(over: t.Domain) -> t.For:
    return t.For(("m", "c") if isinstance(over, t.Lying) else ("m",), over, ())
