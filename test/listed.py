"""Tests that a file names are unsupported."""

import os

import lit.formats
import lit.Test


class ListedShTest(lit.formats.ShTest):
    """Shell tests, but for those in the file, where there is one. Its lines are
    `NAME: why`, or comments with #; NAME is a path under test/."""

    def __init__(self, path):
        super().__init__(execute_external=False)
        self.why = {}
        if os.path.exists(path):
            with open(path) as file:
                for line in file:
                    if line.strip() and not line.startswith("#"):
                        name, why = line.split(":", 1)
                        self.why[name] = why.strip()

    def execute(self, test, lit_config):
        why = self.why.get("/".join(test.path_in_suite))
        if why is not None:
            return lit.Test.Result(lit.Test.UNSUPPORTED, why)
        return super().execute(test, lit_config)
