"""The wheel carries the rulesets and the schema, which stand beside the package in a checkout."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
FOLDERS = ("rulesets", "schema")
ENDINGS = (".yaml", ".json", ".md")


class BuildWithData(build_py):
    """Copies the folders into the package that is built, as `parlour/_data`."""

    def run(self) -> None:
        super().run()
        if not getattr(self, "editable_mode", False):
            shutil.rmtree(Path(self.build_lib) / "parlour" / "_data", ignore_errors=True)
            for source, target in self._data():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        return [*super().get_outputs(include_bytecode), *(str(target) for _, target in self._data())]

    def _data(self) -> list[tuple[Path, Path]]:
        into = Path(self.build_lib) / "parlour" / "_data"
        files = [path for folder in FOLDERS for path in sorted((HERE / folder).rglob("*"))]
        return [(path, into / path.relative_to(HERE)) for path in files if path.is_file() and path.suffix in ENDINGS]


setup(cmdclass={"build_py": BuildWithData})
