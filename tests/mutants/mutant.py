"""What is a mutant?"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """One small fault, put into a copy of the package.

    Attributes:
        name: what the fault does, in a few words.
        file: below the package.
        before: text that stands in the file exactly once.
        after: what stands there instead.
        tests: files or folders below `tests` that have to notice.
        harmless: why no test can notice; empty when one must.
    """

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]
    harmless: str = ""

    def applied(self, text: str) -> str:
        """Answer the file with the fault in it.

        Raises:
            LookupError: the text to replace is not there, or more than once.
        """
        if text.count(self.before) != 1:
            raise LookupError(f"{self.name}: {text.count(self.before)} places in {self.file}")
        return text.replace(self.before, self.after)
