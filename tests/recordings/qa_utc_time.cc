/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/utc_time.h"
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;

namespace {

struct moment {
    const char* why; // this row is in the table
    const char* text;
    const char* utc; // "": it is no time
    std::int64_t unit_ns;
};

constexpr std::int64_t SECOND = 1000000000;

const moment MOMENTS[] = {
    { "the epoch", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000000Z", SECOND },
    { "milliseconds",
      "2026-11-26T06:38:32.125Z",
      "2026-11-26T06:38:32.125000000Z",
      1000000 },
    { "more digits than nanoseconds",
      "2026-11-26T06:38:32.1234567899Z",
      "2026-11-26T06:38:32.123456789Z",
      1 },
    { "an offset",
      "2026-01-01T00:30:00+01:00",
      "2025-12-31T23:30:00.000000000Z",
      SECOND },
    { "one without a colon",
      "2026-01-01T00:30:00-0130",
      "2026-01-01T02:00:00.000000000Z",
      SECOND },
    { "no zone is UTC", "2024-02-29 12:00:00", "2024-02-29T12:00:00.000000000Z", SECOND },
    { "before the epoch",
      "1969-12-31T23:59:59.5Z",
      "1969-12-31T23:59:59.500000000Z",
      100000000 },
    { "century that has no leap day",
      "1900-03-01T00:00:00Z",
      "1900-03-01T00:00:00.000000000Z",
      SECOND },
    { "a day that was none", "2023-02-29T00:00:00Z", "", 0 },
    { "a month that is none", "2023-13-01T00:00:00Z", "", 0 },
    { "beyond 64 bits of nanoseconds", "2300-01-01T00:00:00Z", "", 0 },
    { "no time", "yesterday", "", 0 },
    { "nothing", "", "", 0 },
};

class qa_utc_time : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_utc_time);
    CPPUNIT_TEST(follows_the_table);
    CPPUNIT_TEST_SUITE_END();

public:
    void follows_the_table()
    {
        for (const auto& m : MOMENTS) {
            const auto found = parse_utc(m.text);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(m.why, *m.utc != '\0', found.has_value());
            if (!found)
                continue;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(m.why, std::string(m.utc), utc_text(found->ns));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(m.why, m.unit_ns, found->unit_ns);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_utc_time);

} // namespace
