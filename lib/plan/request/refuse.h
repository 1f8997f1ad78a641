/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_REFUSE_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_REFUSE_H

#include <fmt/format.h>
#include <gpufft/error.h>
#include <utility>

namespace gpufft {

//! Throws the plan_error that says \p text: what was asked, what is wrong, what would
//! work.
template <class... values>
[[noreturn]] void refuse(fmt::format_string<values...> text, values&&... v)
{
    throw plan_error(fmt::format(text, std::forward<values>(v)...));
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_REFUSE_H */
