/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/samples/raw_samples.h"
#include "survey/feed/aligned_bytes.h"
#include "survey/feed/mapped_feed.h"
#include "survey/feed/read_feed.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace gpufft;

namespace {

constexpr std::int64_t SAMPLES = std::int64_t(10) << 20; // of 4 bytes: five windows

//! A file of ci16 whose sample n is the number n, behind \p gap bytes after sample 1000.
class numbered_file
{
public:
    explicit numbered_file(std::uint64_t gap = 0)
        : d_path(fmt::format("qa_sample_feeds_{}.raw", ::getpid()))
    {
        std::vector<std::uint32_t> all(SAMPLES);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = static_cast<std::uint32_t>(i);
        const auto* bytes = reinterpret_cast<const char*>(all.data());
        std::ofstream file(d_path, std::ios::binary);
        file.write(bytes, 4000);
        file << std::string(gap, 'x');
        file.write(bytes + 4000, 4 * SAMPLES - 4000);
        file.close();
        const auto format = parse_format("ci16_le");
        const auto layout =
            lay_out(d_path, format, 1, 0, 4 * SAMPLES + gap, { { 1000, gap } }, 0, false);
        d_source = std::make_unique<raw_samples>(
            mapped_file::open(d_path, "recording"), layout, channel_choice{});
    }
    ~numbered_file() { ::unlink(d_path.c_str()); }
    numbered_file(const numbered_file&) = delete;
    numbered_file& operator=(const numbered_file&) = delete;

    sample_source& source() { return *d_source; }
    const std::string& path() const { return d_path; }

private:
    std::string d_path;
    std::unique_ptr<raw_samples> d_source;
};

//! Memory as an engine hands it out.
class numbered_memory
{
public:
    read_feed::memory of()
    {
        return [this](std::size_t number, std::size_t bytes) {
            if (number >= d_all.size())
                d_all.resize(number + 1);
            if (!d_all[number].data())
                d_all[number] = aligned_bytes(bytes);
            return d_all[number].data();
        };
    }

private:
    std::vector<aligned_bytes> d_all;
};

void expect_numbers(const void* samples, std::int64_t start, std::int64_t count)
{
    std::vector<std::uint32_t> found(static_cast<std::size_t>(count));
    std::memcpy(found.data(), samples, 4 * found.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i] != static_cast<std::uint32_t>(start) + i)
            CPPUNIT_FAIL(
                fmt::format("sample {} of the piece at {} is {}", i, start, found[i]));
}

//! Overlapping pieces of all of the file, of which a device holds \p depth.
void go_through(sample_feed& feed,
                std::int64_t piece,
                std::int64_t hop,
                std::size_t depth)
{
    std::deque<std::int64_t> begun;
    struct given {
        std::int64_t start;
        const void* samples;
    };
    std::deque<given> held;
    const auto take = [&] {
        if (held.size() == depth) {
            // What was given stays as it is until it is left.
            expect_numbers(held.front().samples, held.front().start, piece);
            held.pop_front();
            feed.leave();
        }
        held.push_back({ begun.front(), feed.next() });
        begun.pop_front();
    };
    for (std::int64_t start = 0; start + piece <= SAMPLES; start += hop) {
        feed.begin(start, piece);
        begun.push_back(start);
        if (begun.size() > feed.ahead())
            take();
    }
    while (!begun.empty())
        take();
    for (; !held.empty(); held.pop_front()) {
        expect_numbers(held.front().samples, held.front().start, piece);
        feed.leave();
    }
}

//! A source that cannot read each of its samples \p every.
class damaged_source : public sample_source
{
public:
    explicit damaged_source(std::int64_t every = 500) : d_every(every) {}
    sample_kind kind() const override { return sample_kind::complex_int16; }
    std::int64_t samples() const override { return 5 * d_every / 2; }
    bool may_be_read_by_several() const override { return true; }
    void read(std::int64_t start, std::int64_t count, void*) override
    {
        const auto next = std::max((start + d_every - 1) / d_every, std::int64_t(1));
        if (next * d_every < start + count)
            refuse_recording("sample {} is damaged", next * d_every);
    }

private:
    const std::int64_t d_every;
};

} // namespace

class qa_sample_feeds : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_sample_feeds);
    CPPUNIT_TEST(threads_read_what_lies_there);
    CPPUNIT_TEST(threads_read_parts_of_a_piece);
    CPPUNIT_TEST(of_damaged_parts_the_first_is_told);
    CPPUNIT_TEST(it_is_known_whether_a_piece_is_there);
    CPPUNIT_TEST(mappings_have_what_lies_there);
    CPPUNIT_TEST(a_damaged_piece_fails_by_itself);
    CPPUNIT_TEST(a_feed_ends_while_threads_read);
    CPPUNIT_TEST(no_memory_is_given_twice);
    CPPUNIT_TEST(a_file_that_was_cut_off_is_refused);
    CPPUNIT_TEST_SUITE_END();

private:
    void threads_read_what_lies_there()
    {
        for (const std::uint64_t gap : { 0, 12 })
            for (const std::size_t threads : { 0, 1, 5 }) {
                numbered_file file(gap);
                numbered_memory memory;
                read_feed feed(file.source(), memory.of(), 200000, 3, threads);
                go_through(feed, 200000, 150001, 3);
            }
    }
    //! As those of 8 MiB are, which several threads read.
    void threads_read_parts_of_a_piece()
    {
        for (const std::uint64_t gap : { 0, 12 })
            for (const std::size_t threads : { 0, 1, 3, 12 }) {
                numbered_file file(gap);
                numbered_memory memory;
                read_feed feed(file.source(), memory.of(), 2097169, 2, threads);
                go_through(feed, 2097169, 1500001, 2);
            }
    }
    void of_damaged_parts_the_first_is_told()
    {
        damaged_source source(700000);
        for (const std::size_t threads : { 0, 1, 4 })
            for (int i = 0; i < 20; ++i) {
                numbered_memory memory;
                read_feed feed(source, memory.of(), 1750000, 2, threads);
                feed.begin(0, 1750000);
                try {
                    feed.next();
                    CPPUNIT_FAIL("a damaged piece was given");
                } catch (const recording_error& e) {
                    CPPUNIT_ASSERT_EQUAL(std::string("sample 700000 is damaged"),
                                         std::string(e.what()));
                }
            }
    }
    void it_is_known_whether_a_piece_is_there()
    {
        numbered_file file;
        numbered_memory memory;
        read_feed feed(file.source(), memory.of(), 1000000, 2, 2);
        CPPUNIT_ASSERT(!feed.has_next());
        feed.begin(0, 1000000);
        while (!feed.has_next())
            std::this_thread::yield();
        expect_numbers(feed.next(), 0, 1000000);
        CPPUNIT_ASSERT(!feed.has_next());
    }
    void mappings_have_what_lies_there()
    {
        for (const std::uint64_t gap : { 0, 12 }) {
            numbered_file file(gap);
            mapped_feed feed(file.source(), 200000, 4 * 150001, 3);
            go_through(feed, 200000, 150001, 3);
        }
    }
    void a_damaged_piece_fails_by_itself()
    {
        damaged_source source;
        numbered_memory memory;
        read_feed feed(source, memory.of(), 100, 2, 3);
        for (std::int64_t start = 300; start < 700; start += 100)
            feed.begin(start, 100);
        for (int i = 0; i < 2; ++i) {
            CPPUNIT_ASSERT_NO_THROW(feed.next());
            feed.leave();
        }
        CPPUNIT_ASSERT_THROW(feed.next(), recording_error);
    }
    void a_feed_ends_while_threads_read()
    {
        numbered_file file;
        for (int i = 0; i < 50; ++i) {
            numbered_memory memory;
            read_feed feed(file.source(), memory.of(), 100000, 2, 4);
            for (std::int64_t start = 0; start < 500000; start += 100000)
                feed.begin(start, 100000);
        }
    }
    void no_memory_is_given_twice()
    {
        damaged_source source;
        numbered_memory memory;
        read_feed feed(source, memory.of(), 10, 1, 1);
        const auto room = 1 + feed.ahead() + 1;
        for (std::size_t i = 0; i < room; ++i)
            feed.begin(0, 10);
        CPPUNIT_ASSERT_THROW(feed.begin(0, 10), std::logic_error);
    }
    void a_file_that_was_cut_off_is_refused()
    {
        numbered_file file;
        CPPUNIT_ASSERT_EQUAL(0, ::truncate(file.path().c_str(), 4000000));
        std::vector<std::uint32_t> to(200000);
        file.source().read(0, 200000, to.data());
        expect_numbers(to.data(), 0, 200000);
        try {
            file.source().read(900000, 200000, to.data());
            CPPUNIT_FAIL("samples that are not there were read");
        } catch (const recording_error& e) {
            CPPUNIT_ASSERT_EQUAL(
                fmt::format("{}: ends at byte 4000000 by now, and had {} when it was "
                            "opened; was it cut off, or is it being copied?",
                            file.path(),
                            4 * SAMPLES),
                std::string(e.what()));
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_sample_feeds);
