"""Does the program work as somebody installs it, away from its sources?"""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
def test_a_wheel_in_a_fresh_environment_plays_the_demo_from_an_empty_folder(tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path / "dist"), str(ROOT))
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    scripts = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    run(str(scripts / "python"), "-m", "pip", "install", "-q", str(wheel))
    empty = tmp_path / "empty"
    empty.mkdir()
    demo = run(str(scripts / "gin"), "demo", "--to", "10", cwd=empty, home=tmp_path / "home")
    assert "VERIFIED" in demo.splitlines()
    assert list(empty.iterdir()) == []


def run(*command: str, cwd: Path = ROOT, home: Path | None = None) -> str:
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if home is not None:
        environ["GIN_HOME"] = str(home)
    done = subprocess.run(
        command, cwd=cwd, env=environ, capture_output=True, text=True, check=False, timeout=400
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
