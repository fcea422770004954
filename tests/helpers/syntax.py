"""What does a source file import and call, wherever in it that stands?"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Module:
    """A source file: its path below the package, with `/`, and its text."""

    path: str
    text: str

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(ast.parse(self.text)))

    @property
    def room(self) -> str:
        return self.path.split("/", maxsplit=1)[0].removesuffix(".py")

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """Full dotted names of all that is imported, wherever the statement stands; relative ones start with a dot."""
        names: list[str] = []
        for node in self.nodes:
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names += [f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names]
        return tuple(names + [name for _, name in self.called_imports if name])

    @property
    def called_imports(self) -> Iterator[tuple[str, str]]:
        """Every import made by a call, with the name imported where it is written out, else an empty one."""
        for name, call in self.calls:
            if name in ("__import__", "exec", "eval") or name.endswith("import_module"):
                literal = name.endswith("import_module") and call.args and call.args[0]
                yield name, str(literal.value) if isinstance(literal, ast.Constant) else ""

    @cached_property
    def calls(self) -> tuple[tuple[str, ast.Call], ...]:
        """Every call, with what is called as it is written: `open`, `trio.run`."""
        return tuple((ast.unparse(node.func), node) for node in self.nodes if isinstance(node, ast.Call))

    def is_in(self, *places: str) -> bool:
        return any(
            self.path == place or (not place.endswith(".py") and self.path.startswith(place))
            for place in places
        )
