/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_ARGUMENTS_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_ARGUMENTS_H

#include "device/interface/device.h"
#include "reference/interpreter/pass_memory.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! Takes the arguments of a launch one after the other, in the order of its signature.
//! All members throw device_error where an argument is not what the kernel takes.
class argument_reader
{
public:
    argument_reader(const kernel_source& what,
                    const std::vector<kernel_argument>& arguments,
                    std::size_t takes);

    [[noreturn]] void refuse(const std::string& why) const;

    template <typename T>
    T next()
    {
        const T* value = std::get_if<T>(&d_arguments[d_next]);
        if (!value)
            refuse("argument " + std::to_string(d_next) + " is of another type");
        ++d_next;
        return *value;
    }

    memory_view next_memory();
    //! An empty view where the argument is no buffer.
    memory_view next_memory_if_any();
    //! The arrays of a load or store operation.
    std::array<memory_view, 2> next_end(const io_operation& end);

    //! \p groups are those of a helper for \p rows rows of \p elements elements.
    void check_groups(std::uint64_t groups,
                      std::uint64_t elements,
                      std::uint64_t rows = 1) const;
    //! They are not one buffer.
    void check_apart(const memory_view& in, const memory_view& out) const;

private:
    const kernel_source& d_request;
    const std::vector<kernel_argument>& d_arguments;
    std::size_t d_next = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_ARGUMENTS_H */
