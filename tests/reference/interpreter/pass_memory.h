/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_MEMORY_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_MEMORY_H

#include "plan/ir/given_arguments.h"
#include "plan/ir/pass.h"
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace gpufft {

//! One array of a launch.
struct memory_view {
    void* data = nullptr;
    std::size_t bytes = 0;
};

//! Which frames the rows of a pass are of that accumulates powers.
struct run_memory {
    memory_view begins; //!< the first frame of each row, and the one behind the last
    std::uint32_t longest = 0;
    double keep = 1;
};

//! An argument that an expression names.
struct given_view {
    used_argument argument;
    memory_view memory; //!< of a buffer
    double number = 0;
};

//! The memory of one launch. Its load and store operations say what an element is.
struct pass_memory {
    std::array<memory_view, 2> in; //!< the second of planar elements: imaginary parts
    std::array<memory_view, 2> out;
    memory_view window;            //!< as many taps as are read, or of a filter
    double scale = 1;              //!< of stores that are scaled
    run_memory runs;               //!< of stores of power
    std::vector<given_view> given; //!< of expressions
    std::uint32_t first_row = 0;   //!< that these count from
};

//! What an expression makes of the value of an element.
using element_change =
    std::function<std::complex<double>(std::complex<double> value, std::int64_t at)>;

/*!
 * \brief Elements of one load or store operation, whatever they are stored as
 *
 * Every access is checked against the sizes.
 * \throws device_error  an access beyond the memory, with the index
 */
class element_memory
{
public:
    element_memory(const char* name,
                   const std::array<memory_view, 2>& views,
                   const io_operation& end,
                   precision number,
                   sample_format samples = sample_format::number,
                   element_change change = nullptr);

    double real(std::int64_t at) const;
    std::complex<double> complex(std::int64_t at) const;
    void set_real(std::int64_t at, double value) const;
    //! The real part, and no imaginary one where reals are stored.
    void set_complex(std::int64_t at, std::complex<double> value) const;

private:
    //! Parts of elements.
    struct numbers {
        unsigned char* data = nullptr;
        std::int64_t count = 0;
    };

    std::complex<double> as_stored(std::int64_t at) const;
    std::complex<double> changed(std::complex<double> value, std::int64_t at) const
    {
        return d_change ? d_change(value, at) : value;
    }
    double number(const numbers& in, std::int64_t index) const;
    void set_number(const numbers& in, std::int64_t index, double value) const;
    unsigned char* place(const numbers& in, std::int64_t index) const;

    const char* d_name;
    std::array<numbers, 2> d_parts;
    element d_stored;
    sample_format d_samples;
    std::size_t d_bytes;     //!< of a part
    element_change d_change; //!< of what is loaded, or before it is stored
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PASS_MEMORY_H */
