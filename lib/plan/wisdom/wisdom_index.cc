/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/wisdom/wisdom_index.h"
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

// Clocks of machines that send each other wisdom differ by time zones at most.
constexpr std::int64_t A_DAY_S = 86400;

bool speak_of_the_same(const wisdom_entry& a, const wisdom_entry& b)
{
    return a.rows == b.rows && a.on == b.on; // the transform is known to be
}

bool speak_of_the_same(const probe_record& a, const probe_record& b)
{
    return a.on == b.on;
}

const std::vector<wisdom_entry>&
of_transform(const std::map<std::string, std::vector<wisdom_entry>>& plans,
             const std::string& transform)
{
    static const auto& none = *new std::vector<wisdom_entry>;
    const auto found = plans.find(transform);
    return found == plans.end() ? none : found->second;
}

} // namespace

std::int64_t wisdom_index::age_s(std::int64_t when_s) const
{
    return when_s > d_now_s + A_DAY_S ? std::numeric_limits<std::int64_t>::max()
                                      : d_now_s - when_s;
}

//! Adds \p r to \p all. Of records for one key the newest stays, and of equally old ones
//! the one that was added last.
template <typename Record>
void wisdom_index::add_newer(std::vector<Record>& all, const Record& r)
{
    for (auto& known : all) {
        if (speak_of_the_same(known, r)) {
            if (age_s(r.when_s) <= age_s(known.when_s))
                known = r;
            return;
        }
    }
    all.push_back(r);
}

void wisdom_index::add(const wisdom_record& r)
{
    if (const auto* p = std::get_if<wisdom_entry>(&r))
        add_newer(d_plans[p->transform], *p);
    else
        add_newer(d_probes, std::get<probe_record>(r));
}

const wisdom_entry* wisdom_index::of_device(const device_key& on,
                                            const std::string& transform,
                                            call_size rows) const
{
    for (const auto& p : of_transform(d_plans, transform)) {
        if (p.rows == rows && p.on == on)
            return &p;
    }
    return nullptr;
}

const wisdom_entry* wisdom_index::of_architecture(const device_key& on,
                                                  const std::string& transform,
                                                  call_size rows) const
{
    const wisdom_entry* newest = nullptr;
    for (const auto& p : of_transform(d_plans, transform)) {
        if (p.rows == rows && p.on.is_same_architecture(on) &&
            (!newest || age_s(p.when_s) < age_s(newest->when_s)))
            newest = &p;
    }
    return newest;
}

std::vector<const wisdom_entry*> wisdom_index::hints(const device_key& on,
                                                     const std::string& transform,
                                                     call_size rows) const
{
    std::vector<const wisdom_entry*> all;
    for (const auto& p : of_transform(d_plans, transform)) {
        if (p.rows == rows && p.on.backend == on.backend)
            all.push_back(&p);
    }
    std::stable_sort(all.begin(), all.end(), [this](const auto* a, const auto* b) {
        return age_s(a->when_s) < age_s(b->when_s);
    });
    return all;
}

std::vector<std::string> wisdom_index::transforms_like(const std::string& beginning) const
{
    std::vector<std::string> all;
    for (auto i = d_plans.lower_bound(beginning); i != d_plans.end(); ++i) {
        const auto& text = i->first;
        if (text.compare(0, beginning.size(), beginning) != 0)
            break;
        if (text.size() == beginning.size() || text[beginning.size()] == ',')
            all.push_back(text);
    }
    return all;
}

const probe_record* wisdom_index::probe_of(const device_key& on) const
{
    for (const auto& p : d_probes) {
        if (p.on == on)
            return &p;
    }
    return nullptr;
}

std::vector<wisdom_record> wisdom_index::records() const
{
    std::vector<wisdom_record> all(d_probes.begin(), d_probes.end());
    for (const auto& [transform, plans] : d_plans)
        all.insert(all.end(), plans.begin(), plans.end());
    return all;
}

} // namespace gpufft
