/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_STORE_CLAIMS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_STORE_CLAIMS_H

#include <condition_variable>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace gpufft {

/*!
 * \brief Who does which part of a survey: files in a folder that hosts share
 *
 * A claim is a file that names its owner, and a number that the owner raises every
 * `beat`. Whoever sees no other number for `patience` of his own clock, or knows that the
 * owner was a process of his own host and is gone, as all are when the host is started
 * again, takes the claim. Clocks of hosts are never compared. Two that take the same part
 * do the same work twice, and no harm.
 */
class claims
{
public:
    struct timing {
        std::chrono::milliseconds beat{ 2000 };
        std::chrono::milliseconds patience{ 30000 };
    };

    //! \param folder  of claims; made when the first is
    claims(std::string folder, const timing& t);
    ~claims(); //!< lets go of its own
    claims(const claims&) = delete;
    claims& operator=(const claims&) = delete;

    //! \return false  another one has it
    //! \throws survey_error  the folder cannot be written
    bool take(const std::string& part);
    //! As take(), by who has nothing else to do: waits until it is known whether the
    //! owner lives, for up to `patience` and a `beat`.
    //! \param look  called some times a second meanwhile; what it throws ends the waiting
    bool take_patiently(
        const std::string& part, const std::function<void()>& look = [] {});
    void let_go(const std::string& part);

private:
    struct seen {
        std::string text;
        std::chrono::steady_clock::time_point since;
    };

    std::string path_of(const std::string& part) const;
    bool make(const std::string& part);
    bool is_abandoned(const std::string& part, const std::string& text);
    void take_away(const std::string& part, const std::string& text);
    void beat_all();
    std::string text() const;

    const std::string d_folder;
    const timing d_timing;
    const std::string d_owner;          // host, process and when that began
    std::map<std::string, seen> d_seen; // of the thread that takes

    std::mutex d_mutex; // guards what follows
    std::condition_variable d_wake;
    std::set<std::string> d_own;
    unsigned long d_beats = 0;
    bool d_is_ending = false;
    std::thread d_beating; // last: begins when all else is there
};

//! Another process of this host, which runs, has a claim in \p folder. Of other hosts'
//! nothing is known.
bool has_claims_of_others(const std::string& folder);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_STORE_CLAIMS_H */
