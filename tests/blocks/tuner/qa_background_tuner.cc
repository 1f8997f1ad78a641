/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is asked of the tuner while its thread is busy is done: on a fake device, with
// wisdom that knows all transforms, so that each one that is looked at is an event.
#include "blocks/tuner/background_tuner.h"
#include "plan/request/parse_transform.h"
#include "reference/fake/fake_backend.h"
#include "support/transforms/wisdom_entries.h"
#include <condition_variable>
#include <cppunit/extensions/HelperMacros.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

using namespace gr::gpufft;
using gpufft::testing::wise;

namespace {

const char* const LINES[] = { "c2c forward 64: stockham | 8.8",
                              "c2c forward 256: stockham | 16.16" };
const auto TOO_LONG = std::chrono::seconds(60);

//! A block that runs.
class some_user : public plan_user
{
public:
    explicit some_user(std::shared_ptr<::gpufft::device> on) : d_on(std::move(on)) {}
    ::gpufft::transform request() const override
    {
        return ::gpufft::parse_transform("c2c forward 64");
    }
    std::shared_ptr<::gpufft::device> on() const override { return d_on; }
    bool plan_switch() override { return false; }

private:
    std::shared_ptr<::gpufft::device> d_on;
};

//! Counts the transforms that are looked at, and keeps the thread at the first.
class counter
{
public:
    void hear(const tuner_event& event)
    {
        if (event.happened == tuner_event::result && d_on_result)
            d_on_result();
        std::unique_lock<std::mutex> guard(d_mutex);
        if (event.happened != tuner_event::known)
            return;
        ++d_known;
        d_changed.notify_all();
        d_changed.wait(guard, [this] { return d_goes_on; });
    }
    void go_on()
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_goes_on = true;
        d_changed.notify_all();
    }
    void on_result(std::function<void()> work) { d_on_result = std::move(work); }
    bool are_known(int count)
    {
        std::unique_lock<std::mutex> guard(d_mutex);
        return d_changed.wait_for(guard, TOO_LONG, [&] { return d_known >= count; });
    }

private:
    std::mutex d_mutex;
    std::condition_variable d_changed;
    std::function<void()> d_on_result; //!< set before anything is searched
    int d_known = 0;
    bool d_goes_on = false;
};

struct tuned_device {
    std::shared_ptr<::gpufft::device> on;
    counter heard;
    std::shared_ptr<background_tuner> tuner;

    tuned_device()
    {
        ::gpufft::device_info info;
        info.name = "fake:0";
        info.product = "A fake";
        on = ::gpufft::make_fake_device(info, std::make_shared<::gpufft::fake_control>());
        background_tuning how;
        how.on = on;
        how.budget_s = 0.1;
        how.input_bytes = 4096;
        for (const auto* line : LINES) {
            auto known = wise(on->info(), line);
            known.how = ::gpufft::effort::exhaustive;
            ::gpufft::wisdom_store::of_user().add({ known });
            how.listed.push_back(::gpufft::parse_transform(known.transform));
        }
        tuner = std::make_shared<background_tuner>(
            how, [this](const tuner_event& event) { heard.hear(event); });
    }
    ~tuned_device()
    {
        heard.go_on();
        tuner->close();
    }
};

//! The thread waits for something, as the system sees it.
bool is_asleep(long thread)
{
    std::ifstream from("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string text;
    std::getline(from, text);
    const auto name_end = text.rfind(") ");
    return name_end != std::string::npos && text[name_end + 2] == 'S';
}

} // namespace

class qa_background_tuner : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_background_tuner);
    CPPUNIT_TEST(looks_at_all);
    CPPUNIT_TEST(who_asks_again_and_again_leaves_turns_to_others);
    CPPUNIT_TEST(goes_on_where_it_is_allowed_again);
    CPPUNIT_TEST(begins_again_where_it_was_halted_meanwhile);
    CPPUNIT_TEST(begins_where_it_was_stopped_and_halted);
    CPPUNIT_TEST_SUITE_END();

public:
    void setUp() override
    {
        boost::filesystem::remove(::gpufft::wisdom_store::of_user().file().path());
    }

    void looks_at_all()
    {
        tuned_device d;
        d.heard.go_on();
        d.tuner->allow(true);
        d.tuner->begin();
        CPPUNIT_ASSERT(d.heard.are_known(2));
    }

    void who_asks_again_and_again_leaves_turns_to_others()
    {
        tuned_device d;
        d.heard.go_on();
        d.heard.on_result([&] { d.tuner->tune({ ::gpufft::transform(8) }); });
        d.tuner->tune({ ::gpufft::transform(8) });
        d.tuner->allow(true);
        d.tuner->begin();
        CPPUNIT_ASSERT(d.heard.are_known(2));
    }

    void goes_on_where_it_is_allowed_again()
    {
        tuned_device d;
        const running_block one(std::make_shared<some_user>(d.on));
        d.tuner->allow(true);
        CPPUNIT_ASSERT(d.heard.are_known(1));
        d.tuner->allow(false);
        d.tuner->allow(true); // while the thread is busy
        d.heard.go_on();
        CPPUNIT_ASSERT(d.heard.are_known(2));
    }

    void begins_again_where_it_was_halted_meanwhile()
    {
        tuned_device d;
        d.tuner->allow(true);
        d.tuner->begin();
        CPPUNIT_ASSERT(d.heard.are_known(1));
        std::atomic<long> halting{ 0 };
        std::thread other([&] {
            halting = ::syscall(SYS_gettid);
            d.tuner->halt();
        });
        while (!halting || !is_asleep(halting))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        d.tuner->begin(); // while the other waits for the thread
        d.heard.go_on();
        other.join();
        CPPUNIT_ASSERT(d.heard.are_known(3)); // both of them, from the first on
    }

    void begins_where_it_was_stopped_and_halted()
    {
        tuned_device d;
        d.tuner->allow(true);
        d.tuner->begin();
        CPPUNIT_ASSERT(d.heard.are_known(1));
        d.tuner->stop();
        d.heard.go_on();
        d.tuner->halt();
        d.tuner->begin();
        CPPUNIT_ASSERT(d.heard.are_known(3));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_background_tuner);
