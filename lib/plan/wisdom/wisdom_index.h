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
 * \brief Records by what they speak of; of those that speak of the same, the newest
 *
 * One from a time that has not come, as of a machine whose clock was wrong, is older than
 * all others: else it would count until that time, whatever is measured.
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

    //! The newest of other devices of the architecture; nullptr: there is none.
    const wisdom_entry* of_architecture(const device_key& on,
                                        const std::string& transform,
                                        call_size rows) const;

    //! All that was measured of \p transform with the backend of \p on, newest first: by
    //! other drivers and versions, too, so to be timed again before it is used.
    std::vector<const wisdom_entry*>
    hints(const device_key& on, const std::string& transform, call_size rows) const;

    //! nullptr: the device was not probed with this driver and version.
    const probe_record* probe_of(const device_key& on) const;

    //! The records that count: of probes, then of plans in the order of the transforms.
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
