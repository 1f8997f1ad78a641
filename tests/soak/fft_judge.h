/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_FFT_JUDGE_H
#define INCLUDED_GPUFFT_TESTS_SOAK_FFT_JUDGE_H

#include "support/judges/reference.h"
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace gpufft::testing {

/*!
 * \brief Items to send through an FFT, and whether what comes out is right
 *
 * Item i is row i mod ROWS of a table of noise, times a whole number that grows with
 * every turn through the table; so each of 3 600 000 in a row, more than the buffers of a
 * flowgraph hold, differs from all others in more than its rounding, and says which one
 * it is.
 */
class fft_judge
{
public:
    //! \p what  c2c of one dimension, no rotation of the input
    explicit fft_judge(const transform& what);

    std::size_t length() const { return d_length; }
    void make_item(std::uint64_t number, complex32* item) const;

    // Windows, one of which the block uses; by whoever sets them, from any thread.
    static constexpr int WINDOWS = 4;
    const std::vector<float>& window(int which) const { return d_windows[which]; }
    //! The block may use it from now on.
    void window_is_about_to_change(int which);
    //! The block refused the window that was about to change, and will not use it.
    void window_was_refused();

    //! Once, among the next \p at_most items, may as many be missing: what the
    //! flowgraph's buffers hold, which GNU Radio drops when it is locked or stopped.
    void items_may_be_missing(std::uint64_t at_most);

    //! The next item that came out. \return "" or what is wrong with it
    std::string judge(const complex32* item);

    // When nothing is judged any more.
    std::uint64_t next_number() const { return d_next; }
    //! The last item has the window that was set last.
    bool uses_last_window() const { return d_changes[d_in_use] == d_changes.back(); }
    std::uint64_t missing() const { return d_missing; }

private:
    static constexpr std::uint64_t ROWS = 61;
    static constexpr std::uint64_t TURNS = 60013;

    bool is_item(std::uint64_t number, int window, const complex32* item) const;
    //! Items that may be missing in a row, here; and no more of them are to come.
    std::uint64_t take_gap();
    //! With the window in use or one that was set after it.
    bool is_item(std::uint64_t number, const complex32* item);
    const complex64* expected(std::uint64_t number, int window) const;
    static float factor(std::uint64_t number);

    const std::size_t d_length;
    const double d_tolerance;
    std::vector<complex32> d_table;
    std::vector<std::vector<float>> d_windows;
    std::vector<std::vector<complex64>> d_expected; //!< of the table, for each window

    std::mutex d_mutex;
    std::vector<int> d_changes = { 0 }; //!< windows that were set, in order
    struct gap {
        std::uint64_t at_most;
        std::uint64_t announced; //!< after so many items
    };
    std::deque<gap> d_gaps; //!< that may come
    std::uint64_t d_judged = 0;

    // State of the thread that judges.
    std::size_t d_in_use = 0; //!< of d_changes
    std::uint64_t d_next = 0;
    std::uint64_t d_missing = 0;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_FFT_JUDGE_H */
