/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TEXT_FORMER_WORDS_H
#define INCLUDED_GPUFFT_LIB_PLAN_TEXT_FORMER_WORDS_H

#include <string>

namespace gpufft {

//! The word of a plan line that stands for \p word today, where lines of version 0.1 had
//! another one: "workers=16" is "workgroups=16". All other words stay as they are. Only
//! the parser uses this, so that stored plans and wisdom remain good.
std::string current_word(const std::string& word);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TEXT_FORMER_WORDS_H */
