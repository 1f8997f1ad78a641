# SPDX-License-Identifier: GPL-3.0-or-later
"""A file appears under its name complete, or not at all."""
import os
import re
import stat
import tempfile


def check_writable(path):
    """Raises OSError now for what write_file() would only find after the work is done."""
    folder = os.path.dirname(path) or "."
    if _is_stream(path):
        return
    if os.path.isdir(path):
        raise IsADirectoryError(21, "is a folder; name a file in it", path)
    if not os.path.isdir(folder):
        raise FileNotFoundError(2, "the folder to write to does not exist", folder)
    handle, name = tempfile.mkstemp(dir=folder, prefix=".gpufft-")
    os.close(handle)
    os.unlink(name)


def write_file(path, contents):
    """Writes ``contents`` (bytes) to ``path``, whose old contents stay until then. A
    device, a FIFO or /dev/stdout takes them as they come, and stays what it is.

    Raises OSError with ``path`` in it; nothing is left behind.
    """
    if _is_stream(path):
        _write_stream(path, contents)
        return
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".",
                                             prefix=".gpufft-")
        with os.fdopen(handle, "wb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), 0o666 & ~_umask())  # mkstemp's is for secrets
        os.replace(temporary, path)
        temporary = None
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        if temporary:
            os.unlink(temporary)


def _number_of_open(path):
    """The number of what is open already and goes by ``path``, or None."""
    found = re.fullmatch(r"/dev/fd/(\d{1,9})", path)
    return int(found[1]) if found else {"/dev/stdout": 1, "/dev/stderr": 2}.get(path)


def _is_stream(path):
    """Whether no other file may take the place of ``path``."""
    if _number_of_open(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _write_stream(path, contents):
    number = _number_of_open(path)
    try:
        handle = os.open(path, os.O_WRONLY) if number is None else os.dup(number)
        with os.fdopen(handle, "wb") as file:
            file.write(contents)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
