/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_TAPPED_PIPE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_TAPPED_PIPE_H

#include "recordings/samples/sample_source.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief A pipe that has a second reader: it gets every sample once, in order, before
 * wait_for() of the first one returns
 *
 * The first one reads as of any pipe; what it leaves out the second one gets as well. One
 * thread.
 */
class tapped_pipe : public sample_source
{
public:
    using receiver = std::function<void(const void* samples, std::int64_t count)>;
    //! \param second  gets samples as kind() has them; what it throws, wait_for() throws
    tapped_pipe(std::unique_ptr<sample_source> pipe, receiver second);

    sample_kind kind() const override { return d_pipe->kind(); }
    std::int64_t samples() const override { return d_pipe->samples(); }
    std::int64_t wait_for(std::int64_t start, std::int64_t count) override;
    void read(std::int64_t start, std::int64_t count, void* to) override
    {
        d_pipe->read(start, count, to);
    }
    void check() const override { d_pipe->check(); }

private:
    std::unique_ptr<sample_source> d_pipe;
    receiver d_second;
    std::int64_t d_told = 0; // samples, to the second one
    std::vector<char> d_samples;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_TAPPED_PIPE_H */
