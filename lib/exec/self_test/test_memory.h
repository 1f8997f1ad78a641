/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_MEMORY_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_MEMORY_H

#include "exec/executor/executor.h"
#include "exec/executor/given_memory.h"
#include "exec/self_test/test_rows.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief What calls of a self test read and write
 *
 * Gaps, the workspace and the output are NaN before each call, so that nothing looks
 * right that no call, or an earlier call, has written.
 */
class test_memory
{
public:
    //! For calls of up to \p most_rows rows.
    //! \param taps   of a window, where the transform has one
    //! \param given  what its expressions name, where it has some
    test_memory(const executor& e,
                std::uint32_t most_rows,
                const std::vector<double>& taps,
                const argument_values& given = {});

    const row_layout& input_layout() const { return d_in_layout; }
    const row_layout& output_layout() const { return d_out_layout; }
    //! A row of zeros to fill in.
    test_row empty_input() const;
    //! \p row of the output of the last call.
    row_memory output(std::uint32_t row) const;
    //! A copy of \p row of the output of the last call, to keep.
    test_row kept_output(std::uint32_t row) const;

    //! A call of \p rows rows, of which \p input(r, to) writes the elements of row r.
    using row_source = std::function<void(std::uint32_t r, const row_memory& to)>;
    void run(const row_source& input, std::uint32_t rows, double scale);
    //! A call of one row. \return its output
    test_row run(const test_row& input, double scale);

private:
    //! An array of the host's, and what the device has of it.
    struct array {
        std::shared_ptr<unsigned char> host;
        std::size_t bytes = 0;
        std::shared_ptr<buffer> own, wrapped;
        buffer* on_device() const { return wrapped ? wrapped.get() : own.get(); }
    };

    static array make_array(std::size_t bytes);
    void send(array& a, std::size_t bytes);
    void fill_input(const row_source& input, std::uint32_t rows);
    void fill_nan(array& a, std::size_t bytes);
    std::size_t input_bytes(std::size_t rows) const;
    executor_memory memory() const;

    const executor& d_executor;
    transform d_request; //!< packed
    row_layout d_in_layout, d_out_layout;
    std::array<array, 2> d_in, d_out;
    array d_workspace;
    std::shared_ptr<buffer> d_window;
    given_memory d_given;
    // Ends before the arrays do: where a call throws, copies of them are still under way.
    std::shared_ptr<queue> d_queue;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_MEMORY_H */
