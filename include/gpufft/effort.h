/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_EFFORT_H
#define INCLUDED_GPUFFT_EFFORT_H

#include <string>

namespace gpufft {

//! How hard a plan is looked for.
enum class effort {
    estimate,   //!< what the library knows and its model thinks; nothing is timed or read
    wisdom,     //!< what was measured here before, or else `estimate`
    measure,    //!< as `wisdom`; what was not measured here yet is, for seconds
    exhaustive, //!< as `measure`, with many times the candidates
};

//! \throws plan_error  \p name is none of "estimate", "wisdom", "measure", "exhaustive"
effort parse_effort(const std::string& name);

const char* to_string(effort how);

//! $GPUFFT_EFFORT, or `wisdom` where it is not set.
//! \throws plan_error  it is none
effort default_effort();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_EFFORT_H */
