"""The engine of web pages: the kernels as WebAssembly and lighter weights, in one file for assets/web.

Numba's LLVM IR of the search, generated for no particular processor, goes through llvmlite's wasm32 target
and the linker of the `ziglang` wheel, so the module is the same on every machine. The file is gzip in base64:

    4 bytes   length of the header, little-endian
    header    JSON: what assets/web/engine.js needs of the kernels, levels and scores
    module    WebAssembly, which imports its memory and nothing else
    margins   int16: for each confidence those of the shallow search, then of the evaluation
    weights   see `pack_weights`
"""

import argparse
import base64
import gzip
import json
import re
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
from llvmlite import binding

from ai.expectation import UNFITTED
from ai.files import write_file
from ai.levels import LEVELS
from ai.patterns import MOBILITY_FIRST, SHAPES, STAGE_SIZE, STAGES, PatternShape
from ai.search.schedule import END_CONFIDENCES
from ai.telemetry import Slot
from ai.weights import Weights, default_weights
from game.evaluation import FULL_WIDTH
from ui.page_engine import ENGINE

TRIPLE: Final = "wasm32-unknown-unknown"
# The data layout of LLVM's WebAssembly target, and the features that all browsers have had since 2021.
LAYOUT: Final = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES: Final = "+bulk-memory,+sign-ext,+nontrapping-fptoint"
STACK_BYTES: Final = 1 << 20
LARGEST_MODULE: Final = 200_000  # bytes
# Weights count in parts of a tenth of a disc; those of a page are multiples of this many parts.
ROUNDING: Final = 8
# A byte that announces a number too large for one byte.
LARGEST_BYTE: Final = 255
# The size of the table of a page: phones have little memory.
TABLE_MEGABYTES: Final = 16


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m release.web", description=__doc__.partition("\n")[0])
    parser.add_argument("output", type=Path, nargs="?", default=ENGINE, metavar="FILE")
    output: Path = parser.parse_args().output
    began = time.perf_counter()
    module = build_module()
    packed = base64.b64encode(gzip.compress(pack(module, default_weights()), 9, mtime=0))
    write_file(output, packed)
    sizes = f"the module has {len(module):,} bytes, the file {len(packed):,}"
    print(f"{output}: {sizes} ({time.perf_counter() - began:.0f} s)")


def build_module() -> bytes:
    """Builds the search of ai/kernels as WebAssembly. Raises SystemExit if linking fails, or if too large."""
    machine_code = assemble(*intermediate_code())
    with tempfile.TemporaryDirectory() as folder:
        source, module = Path(folder, "search.o"), Path(folder, "search.wasm")
        source.write_bytes(machine_code)
        options = ("--no-entry", "--import-memory", "--strip-all", "--stack-first", "-z")
        stack = f"stack-size={STACK_BYTES}"
        exports = ("--export=search", "--export=__heap_base")
        files = (str(source), "-o", str(module))
        linker = (sys.executable, "-m", "ziglang", "wasm-ld")
        if subprocess.run((*linker, *options, stack, *exports, *files)).returncode:
            sys.exit("The linker failed: the package ziglang of requirements-dev.txt has it")
        made = module.read_bytes()
    if len(made) > LARGEST_MODULE:
        sys.exit(f"The module has {len(made):,} bytes, more than {LARGEST_MODULE:,}")
    return made


def intermediate_code() -> tuple[str, str]:
    """Returns (LLVM IR of the search for any processor, name of the function in it)."""
    numba.config.CPU_NAME, numba.config.CPU_FEATURES = "generic", ""
    import ai.kernels

    ai.kernels.CACHE_FOLDER = None  # kernels from the cache have no IR
    from ai.kernels.entry import search

    search.load()
    (compiled,) = search.overloads.values()
    return compiled.library.get_llvm_str(), compiled.fndesc.mangled_name


def assemble(code: str, name: str) -> bytes:
    """Compiles the IR to an object file that exports only the function of this name, as `search`."""
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    code = re.sub(r"(?m)^target datalayout = .*", f'target datalayout = "{LAYOUT}"', code)
    code = re.sub(r"(?m)^target triple = .*", f'target triple = "{TRIPLE}"', code)
    code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
    module = binding.parse_assembly(code)
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration:
            each.linkage = "external" if each.name == name else "internal"
    module.get_function(name).name = "search"
    target = binding.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static")
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def light(weights: Weights) -> Weights:
    """Returns the weights of a page: rounded to multiples of ROUNDING."""
    rounded = np.rint(np.array(weights.values, float) / ROUNDING).astype(np.int16) * ROUNDING
    return Weights(array("h", rounded.tobytes()), weights.error_model, weights.expectation)


def pack(module: bytes, weights: Weights) -> bytes:
    from ai.error_model import FIRST_MODEL, margins

    confidences = [each for each in END_CONFIDENCES if each != FULL_WIDTH]
    found = [margins(each, weights.error_model or FIRST_MODEL) for each in confidences]
    header = json.dumps(
        {
            "module": len(module),
            "confidences": confidences,
            "kernels": _kernels(),
            "levels": [
                asdict(each) | {"first_look": each.first_look and each.first_look.__name__} for each in LEVELS
            ],
            "expectation": weights.expectation or UNFITTED,
            "mirrors": [list(_mirror(shape)) for shape in SHAPES],
            "rounding": ROUNDING,
            "megabytes": TABLE_MEGABYTES,
        },
        separators=(",", ":"),
    ).encode()
    parts = [len(header).to_bytes(4, "little"), header, module]
    parts += [table.astype("<i2").tobytes() for pair in found for table in pair]
    return b"".join((*parts, pack_weights(weights)))


def pack_weights(weights: Weights) -> bytes:
    """Packs the weights over ROUNDING, one per pair of mirrored states, each stage as differences to the one
    before. These are near zero: 0, -1, 1, -2 ... become the byte 0, 1, 2, 3 ..., or 255 and two more bytes.
    """
    table = np.array(weights.values, np.int16).reshape(STAGES, STAGE_SIZE)
    rounded = np.ascontiguousarray(np.rint(table[:, _kept_states()] / ROUNDING), np.int16)
    steps = np.diff(rounded, axis=0, prepend=np.int16(0))
    folded = (steps << 1 ^ steps >> 15).astype(np.uint16).ravel()
    is_large = folded >= LARGEST_BYTE
    made = np.stack([np.minimum(folded, LARGEST_BYTE), folded & 255, folded >> 8], -1).astype(np.uint8)
    return made[np.stack([np.ones_like(is_large), is_large, is_large], -1)].tobytes()


def _kept_states() -> Any:
    """Returns which weights of a stage are packed, as booleans: of two mirrored states the one with the
    smaller number.
    """
    kept = [_mirrored(shape) >= np.arange(shape.states) for shape in SHAPES]
    return np.concatenate([*kept, np.ones(STAGE_SIZE - MOBILITY_FIRST, bool)])


def _mirrored(shape: PatternShape) -> Any:
    """Returns the number of the mirrored state of each state of a shape: the same without a mirror."""
    places = np.arange(shape.states)
    return sum(places // 3**n % 3 * 3**to for n, to in enumerate(_mirror(shape)))


def _mirror(shape: PatternShape) -> Sequence[int]:
    return shape.mirror or range(len(shape.squares))


def _kernels() -> dict[str, Any]:
    """Returns the sizes and offsets of the kernels' records, in bytes, and constants that a page needs."""
    from ai.kernels import table, workspace
    from ai.kernels.endgame import TABLE_EMPTIES
    from ai.kernels.recording import NO_DEPTH
    from ai.limits import Algorithm, Order

    fields = workspace.WORKSPACE.fields
    assert fields is not None
    names = ("age", "order", "killers", "history", "confidence", "margins", "static_margins")
    return {
        "workspace": workspace.WORKSPACE.itemsize,
        "telemetry": workspace.TELEMETRY.itemsize,
        "weights": workspace.WEIGHTS.itemsize,
        "crew": workspace.CREW.itemsize,
        "places": {name: fields[name][1] for name in (*names, "features", "recorded_depth")},
        "stages": STAGES,
        "no_depth": NO_DEPTH,
        "slots": {slot.name.lower(): int(slot) for slot in Slot},
        "pvs": int(Algorithm.PVS),
        "full_order": int(Order.FULL),
        "endgame_key": str(int(table.ENDGAME)),
        "cluster": table.CLUSTER_ENTRIES,
        "no_move": table.NO_MOVE,
        "table_empties": TABLE_EMPTIES,
    }


if __name__ == "__main__":
    main()
