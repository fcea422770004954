"""Does every function that reads bytes of a stranger raise only the errors it names?

Arbitrary bytes, and real inputs with a few bytes changed. A search that follows the coverage: `python -m tests.fuzz`.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.__main__ import write_seeds
from tests.fuzz.seeds import SEEDS
from tests.fuzz.targets import TARGETS, seeds_of

SLOW = {"record"}


@st.composite
def changed(draw: st.DrawFn, name: str) -> bytes:
    """Answer a real input, cut, lengthened, or with some bytes changed."""
    data = bytearray(draw(st.sampled_from(seeds_of(name))))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(data)))
        match draw(st.integers(0, 3)):
            case 0:
                del data[at : at + draw(st.integers(1, 40))]
            case 1:
                data[at:at] = draw(st.binary(max_size=8))
            case 2:
                data[at : at + 1] = bytes([draw(st.integers(0, 255))])
            case _:
                del data[at:]
    return bytes(data)


@pytest.mark.parametrize("name", TARGETS)
def test_only_named_errors_come_from_any_bytes(name: str) -> None:
    @settings(max_examples=8 if name in SLOW else 40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.one_of(st.binary(max_size=200), changed(name)))
    def run(data: bytes) -> None:
        TARGETS[name](data)

    run()


@pytest.mark.parametrize("name", TARGETS)
def test_the_real_inputs_are_accepted(name: str) -> None:
    for seed in seeds_of(name)[:10]:
        TARGETS[name](seed)


def test_every_target_has_real_inputs(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert SEEDS.keys() == TARGETS.keys()
    assert len(list(write_seeds(tmp_path_factory.mktemp("corpus"), "note").iterdir())) == len(
        seeds_of("note")
    )
