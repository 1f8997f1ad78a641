/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CAMPAIGN_WORK_PLACE_H
#define INCLUDED_GPUFFT_TESTS_CAMPAIGN_WORK_PLACE_H

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <cstdint>
#include <string>

namespace gpufft::testing {

//! A file that holds the number of the trial under way, and what was done before it, for
//! whoever finds this process dead. Written before each trial, in place, so that a crash
//! cannot lose it.
class work_place
{
public:
    //! \param file  "": kept nowhere
    explicit work_place(const std::string& file)
        : d_file(file.empty()
                     ? -1
                     : ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600))
    {
    }
    ~work_place()
    {
        if (d_file >= 0)
            ::close(d_file);
    }
    work_place(const work_place&) = delete;
    work_place& operator=(const work_place&) = delete;

    //! \return false  the file cannot be written
    bool begin(std::uint64_t trial, std::uint64_t trials, std::uint64_t runs) const
    {
        const auto text = fmt::format("{:20} {:20} {:20}\n", trial, trials, runs);
        return d_file < 0 || ::pwrite(d_file, text.data(), text.size(), 0) ==
                                 static_cast<ssize_t>(text.size());
    }

private:
    int d_file;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CAMPAIGN_WORK_PLACE_H */
