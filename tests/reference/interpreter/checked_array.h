/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_CHECKED_ARRAY_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_CHECKED_ARRAY_H

#include "reference/interpreter/pass_memory.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cstring>

namespace gpufft {

//! Numbers of one type in an argument's memory. Every access is checked.
template <class T>
class checked_array
{
public:
    checked_array(const char* name, const memory_view& view) : d_name(name), d_view(view)
    {
    }

    //! \throws device_error  beyond the memory
    T operator[](std::uint64_t i) const
    {
        T value;
        std::memcpy(&value, place(i), sizeof(T));
        return value;
    }

    void set(std::uint64_t i, T value) const { std::memcpy(place(i), &value, sizeof(T)); }

private:
    unsigned char* place(std::uint64_t i) const
    {
        if (i >= d_view.bytes / sizeof(T))
            throw device_error(fmt::format("fake kernel: number {} of {}, which has {}",
                                           i,
                                           d_name,
                                           d_view.bytes / sizeof(T)));
        return static_cast<unsigned char*>(d_view.data) + i * sizeof(T);
    }

    const char* d_name;
    memory_view d_view;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_CHECKED_ARRAY_H */
