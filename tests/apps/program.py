# SPDX-License-Identifier: GPL-3.0-or-later
"""The program under test, run as its users do."""
import os
import subprocess

PROGRAM = os.environ["GPUFFT_PROGRAM"]


def run(*arguments, **environment):
    """Runs gpufft; stdout and stderr are bytes of UTF-8 in the result's text.

    The backends must be found from where the program lies, so what other tests say
    about that is left out. An argument NAME=None takes NAME out of the environment.
    """
    changed = {"GPUFFT_BACKEND_DIR": None, "GPUFFT_DEVICE": None, **environment}
    variables = {name: value for name, value in os.environ.items()
                 if name not in changed}
    variables.update({name: value for name, value in changed.items()
                      if value is not None})
    return subprocess.run([PROGRAM, *map(str, arguments)], env=variables, timeout=1500,
                          capture_output=True, text=True, encoding="utf-8")
