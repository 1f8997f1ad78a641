/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CHANGED_DEVICE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CHANGED_DEVICE_H

#include "oclgrind/limited_device.h"
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gpufft::testing {

//! What a device does otherwise than it is told; each says whether anything was.
struct changes {
    std::function<bool(std::string& text)> kernel = [](std::string&) { return false; };
    std::function<bool(std::vector<kernel_launch>& list)> launches =
        [](std::vector<kernel_launch>&) { return false; };
    //! Changes the number of rows in launches whose rows threads take.
    std::function<bool(std::uint32_t& rows)> rows = [](std::uint32_t&) { return false; };
};

//! What the text of a correct kernel has, and what stands there in a wrong one, which
//! stays within its memory.
struct mutation {
    const char* why;
    const char* text;
    const char* becomes;

    //! Kernels without that text are built as they are.
    changes of_kernels() const
    {
        changes how;
        how.kernel = [from = std::string(text), to = becomes](std::string& of_kernel) {
            const auto at = of_kernel.find(from);
            if (at == std::string::npos)
                return false;
            of_kernel.replace(at, from.size(), to);
            return true;
        };
        return how;
    }
};

class changed_queue : public queue
{
public:
    changed_queue(std::shared_ptr<queue> real,
                  const changes& how,
                  std::atomic<bool>& is_changed)
        : d_real(std::move(real)), d_how(how), d_is_changed(is_changed)
    {
    }

    void upload(buffer& to, std::size_t at, const void* from, std::size_t bytes) override
    {
        d_real->upload(to, at, from, bytes);
    }
    void
    download(void* to, const buffer& from, std::size_t at, std::size_t bytes) override
    {
        d_real->download(to, from, at, bytes);
    }
    void copy(buffer& to,
              std::size_t to_offset,
              const buffer& from,
              std::size_t from_offset,
              std::size_t bytes) override
    {
        d_real->copy(to, to_offset, from, from_offset, bytes);
    }
    void launch(kernel& what,
                std::uint64_t groups,
                const std::vector<kernel_argument>& arguments) override
    {
        d_real->launch(what, groups, arguments);
    }
    void launch_all(const std::vector<kernel_launch>& list) override
    {
        auto changed = list;
        note(d_how.launches(changed));
        d_real->launch_all(changed);
    }
    void launch_rows(const std::vector<kernel_launch>& list,
                     std::uint32_t rows,
                     std::uint32_t in_slice) override
    {
        note(d_how.rows(rows));
        d_real->launch_rows(list, rows, in_slice);
    }
    std::shared_ptr<event> record() override { return d_real->record(); }
    std::shared_ptr<event> record_timed() override { return d_real->record_timed(); }
    void wait_for(event& e) override { d_real->wait_for(e); }
    void wait_all() override { d_real->wait_all(); }

private:
    void note(bool is_changed)
    {
        if (is_changed)
            d_is_changed = true;
    }

    std::shared_ptr<queue> d_real;
    const changes& d_how;
    std::atomic<bool>& d_is_changed;
};

//! A device that compiles or launches something else. No verdict on it is that of the
//! real one: each has a name of its own, and no driver.
class changed_device : public limited_device
{
public:
    changed_device(const std::shared_ptr<device>& real, changes how)
        : limited_device(real, real->info().limits),
          d_real(real),
          d_how(std::move(how)),
          d_info(real->info())
    {
        static std::atomic<int> count{ 0 };
        d_info.name = "changed:" + std::to_string(count++);
        d_info.platform.clear();
    }

    const device_info& info() const override { return d_info; }
    bool takes_slices() const override { return d_real->takes_slices(); }

    std::shared_ptr<queue> make_queue() override
    {
        return std::make_shared<changed_queue>(d_real->make_queue(), d_how, d_is_changed);
    }

    std::shared_ptr<kernel> build(const kernel_source& source) override
    {
        auto changed = source;
        if (d_how.kernel(changed.text))
            d_is_changed = true;
        return d_real->build(changed);
    }

    //! Whether something was changed so far.
    bool is_changed() const { return d_is_changed; }

private:
    std::shared_ptr<device> d_real;
    changes d_how;
    device_info d_info;
    std::atomic<bool> d_is_changed{ false };
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_CHANGED_DEVICE_H */
