/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_BEGIN_BESIDE_H
#define INCLUDED_GPUFFT_LIB_BASE_BEGIN_BESIDE_H

#include <system_error>
#include <future>

namespace gpufft {

/*!
 * \brief Begins \p work on a thread of its own
 *
 * Where the system gives no thread, \p work is done by whoever asks for its result, and
 * not at all where nobody does.
 */
template <typename Work>
auto begin_beside(const Work& work)
{
    try {
        return std::async(std::launch::async, work);
    } catch (const std::system_error&) {
        return std::async(std::launch::deferred, work);
    }
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_BEGIN_BESIDE_H */
