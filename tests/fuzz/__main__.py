"""The long run, started by ``script/fuzz``: counts at the end, files that did not end cleanly in ``var/fuzz``."""

import argparse
import secrets
import sys

from citeledger.documents.sandbox.limits import LIMITS
from citeledger.extraction.formats import FORMATS
from script.console import say, show
from tests.fuzz import runs
from tests.fuzz.samples import SAMPLES

SPOILT = runs.ROOT / "var" / "fuzz"


def main() -> int:
    """0 when every file was read or refused."""
    asked = _arguments()
    media_types = asked.media_types or sorted(FORMATS)
    each = -(-asked.inputs // len(media_types))
    say(f"{each} spoilt files of each of {len(media_types)} formats, seed {asked.seed}")
    results = [_run(media_type, inputs=each, seed=asked.seed) for media_type in media_types]
    for result in results:
        show(str(result))
    total = sum(result.outcomes.total() for result in results)
    failed = [result for result in results if result.accidents or result.memory * 1024 >= LIMITS.memory]
    say(f"{total} files, seed {asked.seed}: " + (f"{len(failed)} formats FAILED" if failed else "all read or refused"))
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script/fuzz", description="Spoils valid files and reads them.")
    parser.add_argument("media_types", nargs="*", choices=[[], *sorted(FORMATS)], metavar="MEDIA_TYPE")
    parser.add_argument("--inputs", type=int, default=12_000, help="how many files in all (12000)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32), help="repeats a run")
    return parser.parse_args()


def _run(media_type: str, *, inputs: int, seed: int) -> runs.Result:
    samples = SAMPLES[media_type]()
    result = runs.run(media_type, samples, inputs=inputs, seed=seed, show=show)
    show(str(result))
    for number, outcome in result.accidents:
        SPOILT.mkdir(parents=True, exist_ok=True)
        name = f"{media_type.rpartition('.')[2].replace('/', '-')}-{seed}-{number}-{outcome}"
        SPOILT.joinpath(name).write_bytes(runs.input_number(media_type, number, seed=seed, samples=samples))
    return result


if __name__ == "__main__":
    sys.exit(main())
