/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_INDEX_H
#define INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_INDEX_H

#include "plan/wisdom/wisdom_record.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief The newest record for each key: device, and of a plan also transform and rows
 *
 * A record whose time lies in the future, as of a machine whose clock was wrong, counts
 * as older than all others: otherwise no measurement could replace it until that time.
 */
class wisdom_index
{
public:
    //! \param now_s  since 1970 in UTC
    explicit wisdom_index(std::int64_t now_s = seconds_since_1970()) : d_now_s(now_s) {}

    void add(const wisdom_record& r);

    //! Measured on the very device, by the same driver and version; nullptr: nothing was.
    const wisdom_entry*
    of_device(const device_key& on, const std::string& transform, call_size rows) const;

    //! The newest entry of other devices of the architecture; nullptr: there is none.
    const wisdom_entry* of_architecture(const device_key& on,
                                        const std::string& transform,
                                        call_size rows) const;

    //! All that was measured of \p transform with the backend of \p on, newest first.
    //! Entries of other drivers and versions are among them, so each must be timed again
    //! before use.
    std::vector<const wisdom_entry*>
    hints(const device_key& on, const std::string& transform, call_size rows) const;

    //! The transforms of plans that \p beginning is the text of, or the text up to a
    //! comma: of the same kind and lengths, with a window, say.
    std::vector<std::string> transforms_like(const std::string& beginning) const;

    //! nullptr: the device was not probed with this driver and version.
    const probe_record* probe_of(const device_key& on) const;

    //! The current records: of probes, then of plans in the order of the transforms.
    std::vector<wisdom_record> records() const;

private:
    std::int64_t age_s(std::int64_t when_s) const;
    template <typename Record>
    void add_newer(std::vector<Record>& all, const Record& r);

    std::int64_t d_now_s;
    std::map<std::string, std::vector<wisdom_entry>> d_plans; // by transform
    std::vector<probe_record> d_probes;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_INDEX_H */
