/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings/transform_request.h"
#include <gpufft/error.h>
#include <pybind11/stl.h>
#include <cstdint>
#include <optional>
#include <vector>

namespace py = pybind11;

namespace {

// What DLPack lays down: https://dmlc.github.io/dlpack/latest/c_api.html
struct dl_device {
    std::int32_t type;
    std::int32_t number;
};

struct dl_type {
    std::uint8_t code;
    std::uint8_t bits;
    std::uint16_t lanes;
};

struct dl_tensor {
    void* data;
    dl_device device;
    std::int32_t rank;
    dl_type type;
    std::int64_t* shape;
    std::int64_t* strides; //!< in elements; nullptr: C-contiguous
    std::uint64_t byte_offset;
};

//! (address, shape, strides in elements or None, code, bits and lanes of the type)
py::tuple describe(const py::capsule& capsule)
{
    constexpr char FRESH[] = "dltensor"; // who took the array over renames it
    if (!PyCapsule_IsValid(capsule.ptr(), FRESH))
        throw gpufft::plan_error(
            "a capsule of DLPack was used before; ask the array for another");
    const auto* tensor =
        static_cast<const dl_tensor*>(PyCapsule_GetPointer(capsule.ptr(), FRESH));
    const auto all = [&](const std::int64_t* from) {
        return std::vector<std::int64_t>(from, from + tensor->rank);
    };
    std::optional<std::vector<std::int64_t>> strides;
    if (tensor->strides)
        strides = all(tensor->strides);
    const auto address =
        reinterpret_cast<std::uintptr_t>(tensor->data) + tensor->byte_offset;
    return py::make_tuple(address,
                          all(tensor->shape),
                          strides,
                          tensor->type.code,
                          tensor->type.bits,
                          tensor->type.lanes);
}

} // namespace

void bind_dlpack(py::module& m)
{
    m.def("dlpack_tensor",
          &describe,
          py::arg("capsule"),
          "(address, shape, strides in elements or None, code, bits, lanes) of what a "
          "capsule\nof DLPack holds, which stays with the capsule.");
}
