"""`python -m ai.training STEP`: the steps from public games to the shipped weights.

Exit status: 0 success, 1 failure, 2 wrong command line, 130 ended with Ctrl-C.
"""

import errno
import importlib
import sys
from collections.abc import Sequence
from typing import Final

from ai.arguments import DONE, FAILED, INTERRUPTED, fail
from ai.book import BookError
from ai.cluster import ClusterError
from ai.training.arguments import PROGRAM, StepError, StepParser
from ai.weights import WeightsError

# The steps in the order of their use: the module below this folder, which is imported only when needed and
# has a function `add(commands)` as in ui/commands; and the line in the help.
STEPS: Final = {
    "games": ("weights.games", "make games of the WTHOR archive and of self-play, and label their positions"),
    "dataset": (
        "weights.dataset",
        "turn labelled games into positions to learn from, to check with and to test with",
    ),
    "fit": ("weights.fit", "learn the weights of the evaluation from the positions, and write their file"),
    "tempo": ("weights.tempo", "make searches of consecutive depths agree on average"),
    "calibrate": ("weights.calibrate", "measure how well a shallow search predicts a deep one"),
    "expect": ("weights.expect", "find out what is to be expected of a score, and with what chances"),
    "book": ("book", "build the opening book by the engine's searches of where good play leads"),
}

PACKAGES: Final = ("rich",)  # of requirements-train.txt


def main(arguments: Sequence[str]) -> int:
    """Runs the step and returns the exit status; a sentence on stderr explains a failure."""
    try:
        options = _parser(arguments[0] if arguments else "").parse_args(arguments)
        options.run(options)
    except SystemExit as done:  # from argparse, after its help or error
        return done.code if isinstance(done.code, int) else FAILED
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in PACKAGES:
            raise
        return fail(
            f"{package} is not installed; what training needs is installed with: "
            f"{sys.executable} -m pip install -r requirements-train.txt"
        )
    except (StepError, BookError, WeightsError, ClusterError) as error:
        return fail(str(error))
    except KeyboardInterrupt:
        print("Stopped; what was finished is kept, the same command goes on from there", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.ENOSPC:
            return fail(f"The disk is full, so this step ends here: {error}; what was finished is kept")
        return fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except MemoryError:
        return fail("There is not enough memory for this step")
    return DONE


def _parser(wanted: str) -> StepParser:
    parser = StepParser(
        prog=PROGRAM,
        description="Make the weights of the evaluation, step by step, from games.",
        epilog="Each step has its own --help. docs/training.md tells the whole story.",
    )
    steps = parser.add_subparsers(metavar="STEP", title="steps", parser_class=StepParser, required=True)
    for name, (module, summary) in STEPS.items():
        if name == wanted:
            importlib.import_module(f"ai.training.{module}").add(steps)
        else:
            steps.add_parser(name, help=summary)
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
