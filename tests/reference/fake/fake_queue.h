/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_QUEUE_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_QUEUE_H

#include "device/interface/device.h"
#include "reference/fake/fake_backend.h"
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace gpufft {

//! Does what it is given on a thread of its own, in order, some time later. After a
//! failure nothing more is done, and every event says why.
class fake_queue : public queue
{
public:
    fake_queue(std::shared_ptr<device> on, std::shared_ptr<fake_control> control);
    ~fake_queue() override;
    fake_queue(const fake_queue&) = delete;
    fake_queue& operator=(const fake_queue&) = delete;

    void upload(buffer& to,
                std::size_t to_offset,
                const void* from,
                std::size_t bytes) override;
    void download(void* to,
                  const buffer& from,
                  std::size_t from_offset,
                  std::size_t bytes) override;
    void copy(buffer& to,
              std::size_t to_offset,
              const buffer& from,
              std::size_t from_offset,
              std::size_t bytes) override;
    void launch(kernel& what,
                std::uint64_t groups,
                const std::vector<kernel_argument>& arguments) override;
    std::shared_ptr<event> record() override;
    std::shared_ptr<event> record_timed() override;
    void wait_for(event& e) override;
    void wait_all() override;

private:
    std::shared_ptr<event> mark(bool is_timed);
    void push(std::function<void()> task);
    void push_work(std::function<void()> work);
    void run();

    std::shared_ptr<device> d_device;
    std::shared_ptr<fake_control> d_control;
    std::mutex d_mutex;
    std::condition_variable d_changed;
    std::deque<std::function<void()>> d_tasks;
    bool d_is_closing = false;
    std::string d_failure; //!< of the work, "" while all went well; the thread's alone
    std::thread d_thread;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_QUEUE_H */
