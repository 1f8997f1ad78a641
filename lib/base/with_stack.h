/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_WITH_STACK_H
#define INCLUDED_GPUFFT_LIB_BASE_WITH_STACK_H

#include "base/stack_thread.h"
#include <type_traits>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace gpufft {

namespace detail {

//! In the calling thread's helper, with the stack of a stack_thread.
void call_on_helper(std::size_t bytes, const std::function<void()>& does);

} // namespace detail

/*!
 * \brief Calls \p does with \p bytes of stack at least, half a stack_thread's at most
 *
 * In the calling thread where it has so much left. Else in a helper, which each such
 * thread starts once and has until it ends, while the caller waits: see
 * measurements.md, "Helper with a stack".
 * \throws what \p does throws; device_error where there is no helper to be had
 */
template <typename Function>
void with_stack(std::size_t bytes, Function&& does)
{
    if (stack_left() >= bytes)
        does();
    else
        detail::call_on_helper(bytes, does);
}

//! with_stack() of what returns something.
template <typename Function>
auto made_with_stack(std::size_t bytes, Function&& make)
{
    if (stack_left() >= bytes)
        return make();
    std::optional<std::decay_t<decltype(make())>> result;
    detail::call_on_helper(bytes, [&] { result.emplace(make()); });
    return std::move(*result);
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_WITH_STACK_H */
