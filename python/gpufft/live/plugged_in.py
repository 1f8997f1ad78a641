# SPDX-License-Identifier: GPL-3.0-or-later
"""Radios that are plugged in, by their addresses as sources of gpufft live."""
import ctypes

from .uhd_radio import load_uhd

#: Drivers of SoapySDR that find what is no radio.
_NO_RADIOS = {"audio", "null"}
#: What of a device's description tells it from others of its driver.
_IDENTITY = ("serial", "rtl", "device", "addr")


class _Pairs(ctypes.Structure):
    """SoapySDRKwargs: names and values."""

    _fields_ = [("size", ctypes.c_size_t), ("keys", ctypes.POINTER(ctypes.c_char_p)),
                ("values", ctypes.POINTER(ctypes.c_char_p))]


def plugged_in():
    """Addresses such as "soapy=driver=rtlsdr,serial=1" and "uhd=serial=30B", the best first:
    UHD knows its own radios better than SoapySDR does."""
    return [*_usrps(), *(address for address in _soapy_devices()
                         if not address.startswith("soapy=driver=uhd"))]


def _usrps():
    try:
        uhd = load_uhd()
        found = map(_as_dictionary, uhd.find(""))
        return [f"uhd={_identity(device)[1:]}" for device in found]
    except (ImportError, RuntimeError, AttributeError):
        return []


def _as_dictionary(device):
    pairs = (pair.partition("=") for pair in device.to_string().split(","))
    return {name: value for name, _, value in pairs}


def _soapy_devices():
    # GNU Radio has no function that lists them. Debian 12 and 13 have this library.
    try:
        library = ctypes.CDLL("libSoapySDR.so.0.8")
    except OSError:
        return []
    find = library.SoapySDRDevice_enumerateStrArgs
    find.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_size_t)]
    find.restype = ctypes.POINTER(_Pairs)
    count = ctypes.c_size_t()
    found = find(b"", ctypes.byref(count))
    devices = []
    for one in found[:count.value] if found else ():
        devices.append({one.keys[i].decode("utf-8", "replace"):
                        one.values[i].decode("utf-8", "replace") for i in range(one.size)})
    return [address_of(device) for device in devices
            if device.get("driver") and device["driver"] not in _NO_RADIOS]


def address_of(device):
    """The source that a device's description, a dictionary of SoapySDR, means."""
    return f"soapy=driver={device['driver']}{_identity(device)}"


def _identity(device):
    """What tells the device from others, as ",serial=7", or ""."""
    return next((f",{key}={device[key]}" for key in _IDENTITY if device.get(key)), "")
