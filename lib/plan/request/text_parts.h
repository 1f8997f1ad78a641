/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_TEXT_PARTS_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_TEXT_PARTS_H

#include <cstdint>
#include <string>
#include <vector>

//! Taking text apart, for what parses plans.
namespace gpufft {

//! The pieces between \p separator; one piece where there is none of it.
std::vector<std::string> split_text(const std::string& text,
                                    const std::string& separator);

/*!
 * \brief The whole number that \p text is
 * \throws plan_error  it is none, is negative, or is above 2^62, which leaves room to add
 */
std::int64_t parse_count(const std::string& text);

/*!
 * \brief The finite number that \p text is, as fmt prints a double
 * \throws plan_error  it is none
 */
double parse_real(const std::string& text);

//! Counts between \p separator.
std::vector<std::int64_t> parse_counts(const std::string& text,
                                       const std::string& separator);

//! What join_counts makes: "3x4" for {3, 4} and "x".
std::string join_counts(const std::vector<std::int64_t>& counts, const char* separator);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_TEXT_PARTS_H */
