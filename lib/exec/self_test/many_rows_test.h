/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_MANY_ROWS_TEST_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_MANY_ROWS_TEST_H

#include "exec/self_test/test_memory.h"
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gpufft {

//! A row whose output is known.
struct known_row {
    std::shared_ptr<const test_row> in, out;
    double bound = 0;         //!< on the error of each number in the output
    double scale = 1;         //!< that the output was made with
    bool is_negative = false; //!< both with the other sign
};

//! An output that is not what it should be.
struct wrong_output {
    std::uint32_t row = 0;
    std::complex<double> got, expected;
};

/*!
 * \brief Calls of several rows, which are known ones in an order without a pattern, so
 * that a row that stands for another one is seldom right, and two never are
 *
 * Cheap: the first of each is compared with what is known, others with those, byte by
 * byte as long as that is enough.
 */
class many_rows_test
{
public:
    //! For calls of up to \p most_rows rows. \param known  at least two
    many_rows_test(test_memory& in,
                   const std::vector<known_row>& known,
                   double scale,
                   std::uint32_t most_rows);

    //! Calls the kernels with \p rows rows, scaled.
    //! \return  a wrong output of the first row that has one
    std::optional<wrong_output> find_wrong(std::uint32_t rows);

private:
    bool is_right(std::uint32_t row) const;
    std::optional<wrong_output> find_wrong_in(std::uint32_t row) const;
    const known_row& known_at(std::uint32_t row) const { return d_known[d_order[row]]; }
    double factor_of(const known_row& known) const;
    void put_input(std::uint32_t row, const row_memory& to) const;
    void keep_right(std::uint32_t rows);

    test_memory& d_in;
    const std::vector<known_row>& d_known;
    double d_scale;
    std::vector<std::uint8_t> d_order;              //!< which known one each row is
    std::vector<std::unique_ptr<test_row>> d_right; //!< outputs of each known one
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_MANY_ROWS_TEST_H */
