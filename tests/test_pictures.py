"""Do the pictures of README show what the program says today?"""

from tests.helpers.make_pictures import PICTURES, pictures


def test_the_pictures_are_those_that_the_command_makes_now() -> None:
    committed = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.iterdir()}
    assert committed == dict(pictures()), "python -m tests.helpers.make_pictures"


def test_a_picture_fetches_nothing() -> None:
    for path in PICTURES.iterdir():
        assert path.read_text(encoding="utf-8").count("http") == 1, "the name of the format, and no more"
