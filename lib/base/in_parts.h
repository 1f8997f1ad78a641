/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_IN_PARTS_H
#define INCLUDED_GPUFFT_LIB_BASE_IN_PARTS_H

#include "base/begin_beside.h"
#include <algorithm>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace gpufft {

/*!
 * \brief work(begin, end) over parts of 0 .. \p count, on several cores where that is
 * long
 *
 * Returns when all of it is done, by the caller where no threads are to be had.
 * \param least  to do for a thread: some 100 us, several times what it takes to begin one
 */
template <typename Work>
void in_parts(std::size_t count, std::size_t least, const Work& work)
{
    // How many cores there are is a question to the system, longer than short work.
    const std::size_t parts =
        count < 2 * least
            ? 1
            : std::min<std::size_t>(count / least,
                                    std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::future<void>> others;
    for (std::size_t i = 0; i + 1 < parts; ++i)
        others.push_back(begin_beside(
            [=, &work] { work(count * i / parts, count * (i + 1) / parts); }));
    work(count * (parts - 1) / parts, count);
    for (auto& each : others)
        each.get();
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_IN_PARTS_H */
