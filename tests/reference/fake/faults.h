/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAULTS_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAULTS_H

#include <map>
#include <mutex>
#include <string>

namespace gpufft {

/*!
 * \brief Calls of the device interface that are to fail, and how many there were
 *
 * Calls go by their names: make_buffer, part_of, wrap_host_memory, make_host_buffer,
 * register_host_memory, make_queue, borrow_array, make_callers_queue, build, upload,
 * download, launch, record, wait, wait_for; and "work" for a copy or kernel while it
 * runs, whose failure shows at the wait. May be used from several threads.
 */
class faults
{
public:
    //! The \p nth call from now, 1 being the next, throws device_error; others do not.
    void fail(const std::string& call, int nth = 1);
    //! Nothing fails any more. Counts stay.
    void clear();
    int calls(const std::string& call) const;

    //! The fake enters \p call. \throws device_error  it is to fail
    void enter(const std::string& call);

private:
    mutable std::mutex d_mutex;
    std::map<std::string, int> d_calls;
    std::multimap<std::string, int> d_failing; //!< numbers of calls
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAULTS_H */
