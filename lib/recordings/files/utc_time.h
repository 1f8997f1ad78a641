/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_UTC_TIME_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_UTC_TIME_H

#include <cstdint>
#include <optional>
#include <string>

namespace gpufft {

constexpr std::int64_t NS_PER_SECOND = 1000000000;

//! A moment, and how closely somebody wrote it down.
struct utc_time {
    std::int64_t ns = 0;      //!< since 1970-01-01T00:00:00Z, without leap seconds
    std::int64_t unit_ns = 1; //!< of the last digit that was given
};

/*!
 * \brief A date and time of ISO 8601, such as SigMF's core:datetime
 *
 * "2026-11-26T06:38:32.125Z"; instead of Z an offset, or nothing for UTC. More than nine
 * digits of a second are cut off.
 * \return nothing where it is none, or lies outside the years 1678 to 2261, which 64 bits
 * of nanoseconds hold
 */
std::optional<utc_time> parse_utc(const std::string& text);

//! "2026-11-26T06:38:32.125000000Z"
std::string utc_text(std::int64_t ns);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_UTC_TIME_H */
