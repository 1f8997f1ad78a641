# SPDX-License-Identifier: GPL-3.0-or-later
"""A file appears under its name complete, or not at all."""
import os
import tempfile


def check_writable(path):
    """Raises OSError now for what write_file() would only find after the work is done."""
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        raise IsADirectoryError(21, "is a folder; name a file in it", path)
    if not os.path.isdir(folder):
        raise FileNotFoundError(2, "the folder to write to does not exist", folder)
    handle, name = tempfile.mkstemp(dir=folder, prefix=".gpufft-")
    os.close(handle)
    os.unlink(name)


def write_file(path, contents):
    """Writes ``contents`` (bytes) to ``path``, whose old contents stay until then.

    Raises OSError with ``path`` in it; nothing is left behind.
    """
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


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask
