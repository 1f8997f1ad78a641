/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_PROBE_TIMED_FINDINGS_H
#define INCLUDED_GPUFFT_LIB_TUNE_PROBE_TIMED_FINDINGS_H

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace gpufft {

/*!
 * \brief Numbers that a thread of its own finds, for as long as somebody waits for them
 *
 * A compiler cannot be told to stop, nor can a slow copy. So whoever wants the numbers
 * waits for a time, takes what is there, and leaves the rest of the work to end by
 * itself. May be used from several threads.
 */
class timed_findings
{
public:
    using numbers = std::map<std::string, double>;

    void add(const std::string& name, double value);
    //! Nobody waits any more.
    bool is_over() const;

    /*!
     * \brief What \p look finds within \p time from now
     *
     * Work of earlier calls that nobody waited for comes first: it would disturb what is
     * measured now. What \p look throws within the time is thrown; it should end soon
     * once is_over().
     */
    static numbers within(std::chrono::milliseconds time,
                          std::function<void(timed_findings&)> look);

private:
    numbers end();

    mutable std::mutex d_mutex;
    bool d_is_over = false;
    numbers d_found;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_PROBE_TIMED_FINDINGS_H */
