/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_RECORD_H
#define INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_RECORD_H

#include <gpufft/effort.h>
#include <gpufft/transform.h>
#include <cstdint>
#include <map>
#include <string>
#include <variant>

/*!
 * What was measured on a device, as one line of text: a JSON object whose fields are
 * named as here (docs/tuning.md). Unknown fields are ignored, so that later versions may
 * add fields.
 */
namespace gpufft {

//! The conditions, besides the transform, that a measured time depends on.
struct device_key {
    std::string backend; //!< "cuda", "opencl"
    std::string product;
    std::string platform;
    std::string driver;
    std::string architecture; //!< "": not known
    std::string version;      //!< of this library

    //! Times measured for one key hold for the other.
    bool operator==(const device_key& other) const;
    //! \p other is the same product on the same backend, perhaps with another driver or
    //! another version of this library.
    bool is_same_device(const device_key& other) const;
    //! \p other is another product that runs the same plans equally well: of the same
    //! architecture, on the same backend, by the same version of this library.
    bool is_same_architecture(const device_key& other) const;
};

//! Whether a call fills the device; a plan that is good where it does may not be where it
//! does not.
enum class call_size { many, few };

//! The plan that was the fastest.
struct wisdom_entry {
    device_key on;
    std::string transform; //!< to_string() of it
    call_size rows = call_size::many;
    std::string plan;        //!< plan_text() of it
    double seconds = 0;      //!< of a call
    double before_s = 0;     //!< of a call with the planner's own choice; 0: not known
    std::uint64_t batch = 0; //!< rows of the call that was timed
    effort how = effort::measure;
    std::int64_t when_s = 0; //!< since 1970 in UTC
};

//! What probing found: tune/probe/probe.h has the meanings and units of the names.
struct probe_record {
    device_key on;
    std::map<std::string, double> numbers;
    std::int64_t when_s = 0;
};

using wisdom_record = std::variant<wisdom_entry, probe_record>;

const device_key& on_of(const wisdom_record& r);
std::int64_t when_of(const wisdom_record& r);

//! One line, without its end.
std::string to_line(const wisdom_record& r);

//! \throws plan_error  \p line is no record; says why
wisdom_record parse_wisdom(const std::string& line);

/*!
 * \brief parse_wisdom() of a line that somebody sent: the plan in it is parsed as well
 * \throws plan_error  \p line is no record, or its plan none for its transform; says why
 */
wisdom_record parse_sent_wisdom(const std::string& line);

//! Now, as wisdom_entry::when_s has it.
std::int64_t seconds_since_1970();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_RECORD_H */
