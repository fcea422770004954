"""Which small faults must the tests notice?"""

from typing import Final

from tests.mutants import crypto, net, protocol, record
from tests.mutants.mutant import Mutant

ALL: Final[tuple[Mutant, ...]] = (*net.MUTANTS, *crypto.MUTANTS, *protocol.MUTANTS, *record.MUTANTS)
