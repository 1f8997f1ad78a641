/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_SAMPLE_WINDOW_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_SAMPLE_WINDOW_H

#include "recordings/samples/sample_source.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace gpufft {

//! \brief The newest samples of a stream, of which the oldest are forgotten
class sample_window : public sample_source
{
public:
    explicit sample_window(sample_kind kind)
        : d_kind(kind), d_each(static_cast<std::int64_t>(sample_bytes(kind)))
    {
    }

    void add(const void* samples, std::int64_t count)
    {
        const auto* bytes = static_cast<const char*>(samples);
        d_bytes.insert(d_bytes.end(), bytes, bytes + count * d_each);
    }
    //! Samples before \p start, or all of them, are not asked for any more.
    void forget_before(std::int64_t start)
    {
        const auto gone = std::clamp(start, d_first, behind()) - d_first;
        // Seldom, as what stays is moved.
        if (gone * 2 < behind() - d_first)
            return;
        d_bytes.erase(d_bytes.begin(), d_bytes.begin() + gone * d_each);
        d_first += gone;
    }
    //! The number of the sample that comes next.
    std::int64_t behind() const
    {
        return d_first + static_cast<std::int64_t>(d_bytes.size()) / d_each;
    }

    sample_kind kind() const override { return d_kind; }
    std::int64_t samples() const override { return UNKNOWN; }
    const void* in_place(std::int64_t start, std::int64_t count) const override
    {
        return start >= d_first && start + count <= behind()
                   ? d_bytes.data() + (start - d_first) * d_each
                   : nullptr;
    }
    void read(std::int64_t start, std::int64_t count, void* to) override
    {
        const auto* from = in_place(start, count);
        if (!from)
            throw std::logic_error("samples are forgotten, or have not come yet");
        std::memcpy(to, from, static_cast<std::size_t>(count * d_each));
    }

private:
    sample_kind d_kind;
    std::int64_t d_each; // bytes
    std::vector<char> d_bytes;
    std::int64_t d_first = 0; // sample
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_SAMPLE_WINDOW_H */
