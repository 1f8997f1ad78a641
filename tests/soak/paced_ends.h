/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_PACED_ENDS_H
#define INCLUDED_GPUFFT_TESTS_SOAK_PACED_ENDS_H

#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <condition_variable>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <random>
#include <string>
#include <thread>

namespace gpufft::testing {

//! How many items a call of a source gives.
enum class pace { one, some, all };

//! Items that a function makes, until it is told to end.
class paced_source : public gr::sync_block
{
public:
    //! Writes item \p number.
    using maker = std::function<void(std::uint64_t number, void* item)>;

    paced_source(std::size_t item_bytes, maker makes, unsigned seed)
        : gr::sync_block("paced_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes))),
          d_item_bytes(item_bytes),
          d_makes(std::move(makes)),
          d_random(seed)
    {
    }

    void set_pace(pace p) { d_pace = p; }
    //! The stream ends after \p items items, or at once where there were more.
    void end_after(std::uint64_t items) { d_end = items; }
    std::uint64_t items() const { return d_items; }

    int work(int noutput_items,
             gr_vector_const_void_star&,
             gr_vector_void_star& output_items) override
    {
        const auto at = d_items.load();
        const auto end = d_end.load();
        if (at >= end)
            return WORK_DONE;
        int count = noutput_items;
        if (d_pace == pace::one) {
            count = 1;
            std::this_thread::sleep_for(std::chrono::microseconds(d_random() % 200));
        } else if (d_pace == pace::some) {
            count = 1 + static_cast<int>(d_random() % noutput_items);
        }
        count = static_cast<int>(std::min<std::uint64_t>(count, end - at));
        auto* out = static_cast<unsigned char*>(output_items[0]);
        for (int i = 0; i < count; ++i)
            d_makes(at + i, out + i * d_item_bytes);
        d_items = at + count;
        return count;
    }

private:
    const std::size_t d_item_bytes;
    const maker d_makes;
    std::mt19937 d_random;
    std::atomic<pace> d_pace{ pace::some };
    std::atomic<std::uint64_t> d_end{ ~std::uint64_t(0) };
    std::atomic<std::uint64_t> d_items{ 0 };
};

//! Shows each item to a function, and stands still when told to.
class stalling_sink : public gr::sync_block
{
public:
    //! \return "" or what is wrong with the item
    using judge = std::function<std::string(const void* item)>;

    stalling_sink(std::size_t item_bytes, judge judges)
        : gr::sync_block("stalling_sink",
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes)),
                         gr::io_signature::make(0, 0, 0)),
          d_item_bytes(item_bytes),
          d_judges(std::move(judges))
    {
    }

    //! GNU Radio cannot stop or lock its flowgraph before this is taken back.
    void stall(bool stalls)
    {
        {
            const std::lock_guard<std::mutex> guard(d_mutex);
            d_stalls = stalls;
        }
        d_changed.notify_one();
    }
    std::uint64_t items() const { return d_items; }
    bool has_fault() const { return d_has_fault; }
    //! The first; when the flowgraph has ended, or has_fault().
    const std::string& fault() const { return d_fault; }

    int work(int noutput_items,
             gr_vector_const_void_star& input_items,
             gr_vector_void_star&) override
    {
        {
            std::unique_lock<std::mutex> guard(d_mutex);
            d_changed.wait(guard, [this] { return !d_stalls; });
        }
        auto* in = static_cast<const unsigned char*>(input_items[0]);
        for (int i = 0; i < noutput_items && !d_has_fault; ++i) {
            d_fault = d_judges(in + i * d_item_bytes);
            d_has_fault = !d_fault.empty();
        }
        d_items += static_cast<std::uint64_t>(noutput_items);
        return noutput_items;
    }

private:
    const std::size_t d_item_bytes;
    const judge d_judges;
    std::mutex d_mutex;
    std::condition_variable d_changed;
    bool d_stalls = false;
    std::atomic<bool> d_has_fault{ false };
    std::atomic<std::uint64_t> d_items{ 0 };
    std::string d_fault;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_PACED_ENDS_H */
