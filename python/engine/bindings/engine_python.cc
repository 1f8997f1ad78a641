/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings/transform_request.h"
#include <gpufft/devices.h>
#include <gpufft/own_process.h>
#include <gpufft/package_folders.h>
#include <gpufft/transform.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <string>

// The engine alone, no GNU Radio: what the functions are made of.

namespace py = pybind11;

namespace {

const char* name_of(gpufft::device_type type)
{
    switch (type) {
    case gpufft::device_type::gpu:
        return "gpu";
    case gpufft::device_type::cpu:
        return "cpu";
    case gpufft::device_type::other:
        break;
    }
    return "other";
}

py::dict describe(const gpufft::device_info& d)
{
    py::dict fields;
    fields["name"] = d.name;
    fields["product"] = d.product;
    fields["platform"] = d.platform;
    fields["driver"] = d.driver;
    fields["type"] = name_of(d.type);
    fields["global_memory_bytes"] = d.limits.global_memory_bytes;
    fields["local_memory_bytes"] = d.limits.local_memory_bytes;
    fields["compute_units"] = d.limits.compute_units;
    fields["has_float64"] = d.limits.has_float64;
    return fields;
}

//! (devices as dicts, absent as (name, reason) pairs, lines of advice)
py::tuple list_devices()
{
    gpufft::device_list found;
    {
        py::gil_scoped_release other_threads_go_on;
        found = gpufft::list_devices();
    }
    py::list devices, absent;
    for (const auto& d : found.devices)
        devices.append(describe(d));
    for (const auto& a : found.absent)
        absent.append(py::make_tuple(a.name, a.reason));
    return py::make_tuple(devices, absent, found.advice);
}

} // namespace

PYBIND11_MODULE(_engine, m)
{
    m.doc() = "libgpufft for arrays in memory of the host and of devices, their elements "
              "placed by "
              "stride.";

    bind_executor(m);
    bind_device_executor(m);
    bind_dlpack(m);
    m.def("is_orphan",
          &gpufft::is_orphan,
          "This process was forked from one that had asked for devices.");
    m.def(
        "list_devices",
        &list_devices,
        "(devices as dicts, best first; absent backends as (name, reason) pairs; lines\n"
        "that say what to install for GPUs that are not used, or could be faster)");
    m.def("set_package_folders",
          &gpufft::set_package_folders,
          py::arg("folders"),
          "Where this Python has its packages: the CUDA compiler is looked for there.");
    m.def(
        "choose_device",
        [](const std::string& wanted) { return describe(gpufft::choose_device(wanted)); },
        py::arg("wanted"),
        "The device that a name, a part of one, or \"auto\" means, as a dict.");
    m.def("next_fast_length",
          &gpufft::next_fast_length,
          py::arg("length"),
          "The smallest length >= `length` whose prime factors are all at most 13.\n"
          "ValueError where there is none up to 2**27.");
}
