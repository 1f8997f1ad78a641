/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_BACKEND_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_BACKEND_H

#include "device/interface/registry.h"
#include "reference/fake/faults.h"
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace gpufft {

//! What a test sets, and looks at, of the fake devices it made.
struct fake_control {
    faults calls;
    std::atomic<int> live_buffers{ 0 }; //!< of both kinds, not yet freed
    //! With so many of them there is no memory for one more, nor for a queue.
    std::atomic<int> most_buffers{ std::numeric_limits<int>::max() };
    std::atomic<std::uint64_t> uploaded_bytes{ 0 };
    std::atomic<int> work_delay_us{ 0 };     //!< before each copy and kernel
    std::atomic<bool> holds_builds{ false }; //!< compiles nothing while this is so
    std::atomic<int> kept_builds{ 0 };       //!< that were for no trial: build()
    std::atomic<int> unbuildable{ 0 };       //!< the next so many kernels do not compile
    std::string refused_text; //!< kernels with it do not compile; "": all do
    std::string spoiled_text; //!< kernels with it are compiled wrongly; "": none
    std::atomic<bool> spoils_vectors{ false }; //!< compiles the SIMD form wrongly
    //! Called before each copy and kernel, from any queue's thread: what these wait for.
    //! To be set while there are none.
    std::function<void()> before_work = [] {};
};

/*!
 * \brief Devices without hardware, for tests
 *
 * Memory is the host's; what a queue is given runs on a thread of its own, copies as
 * copies and kernels as pass_interpreter.h says, in double precision from the pass they
 * were made from, so the text is never looked at. Stricter than a driver: buffers start
 * as NaNs, accesses are checked, and so are a kernel's arguments and its needs against
 * the device's limits.
 */
class fake_backend : public backend
{
public:
    //! \param devices  anything but the names, which become "fake:0", "fake:1" ...
    explicit fake_backend(std::vector<device_info> devices,
                          const std::string& name = "fake");

    std::string name() const override { return d_name; }
    device_list list() override { return { d_devices, {} }; }
    std::shared_ptr<device> open(int number) override;
    std::shared_ptr<device> open_part(int number, int threads, int part) override;

    std::shared_ptr<fake_control> control() const { return d_control; }

private:
    const device_info& info_of(int number) const;

    std::string d_name;
    std::vector<device_info> d_devices;
    std::shared_ptr<fake_control> d_control;
};

//! A fake device that no registry knows, with limits of its own.
std::shared_ptr<device> make_fake_device(const device_info& info,
                                         std::shared_ptr<fake_control> control);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_FAKE_FAKE_BACKEND_H */
