/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft wisdom: what was measured, listed, given to others, taken from them, forgotten.
#include "apps/files/output_files.h"
#include "apps/options/options.h"
#include "base/trusted_file.h"
#include "plan/request/parse_transform.h"
#include "plan/wisdom/wisdom_store.h"
#include "tune/timing/timing_file.h"
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <cctype>
#include <ctime>
#include <functional>

namespace gpufft::app {

namespace {

const char HELP[] = R"(usage: gpufft wisdom list [options] [TRANSFORM]...
       gpufft wisdom export [options] FILE [TRANSFORM]...
       gpufft wisdom import [options] FILE...
       gpufft wisdom merge [options] OUT FILE...
       gpufft wisdom forget [options] [TRANSFORM]...

Wisdom is what `gpufft tune` measured: a plan for each device and transform, a line of
JSON each, in the user's cache. Where two lines speak of the same, the newer one counts.

  list     print what counts, a line each: when, product, driver, plan, microseconds
  export   write what counts to FILE; - is standard output
  import   take the lines of each FILE into the user's wisdom; none where one is no wisdom
  merge    write what counts of all FILEs, the newest of each, to OUT; lines that are no
           wisdom are left out
  forget   throw away, and what searches timed on the way to it; needs TRANSFORM,
           --product, --since or --everything

TRANSFORM is one as `gpufft plan` prints it before the colon, e.g. "c2c forward 4096".

      --product TEXT       of devices alone whose product holds TEXT, letter case ignored
      --since TIME         measured since then alone: a day such as 2026-11-21 (UTC), or
                           some hours or days ago: 12h, 7d
      --everything         forget all there is
  -h, --help               print this and exit
      --version            print the version and exit

Exit status: 0 done, 1 bad arguments, or a file that cannot be read or written.
)";

//! Seconds since 1970 of a day or of some time ago.
std::int64_t parse_time(const std::string& text)
{
    const auto refused = [&] {
        return usage_error(fmt::format(
            "--since must be a day such as 2026-11-21, or 12h or 7d, got {}", text));
    };
    if (!text.empty() && (text.back() == 'h' || text.back() == 'd')) {
        const auto count = whole_number(text.substr(0, text.size() - 1));
        if (!count || *count < 0 || *count > 1000000)
            throw refused();
        return seconds_since_1970() - *count * (text.back() == 'h' ? 3600 : 86400);
    }
    std::tm day = {};
    const char* end = ::strptime(text.c_str(), "%Y-%m-%d", &day);
    if (!end || *end)
        throw refused();
    auto found = day;
    const auto seconds = ::timegm(&found);
    if (found.tm_mday != day.tm_mday) // February has no 30th
        throw refused();
    return seconds;
}

std::string lower(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

//! \p text as records name it.
std::string transform_named(const std::string& text)
{
    try {
        return to_string(parse_transform(text));
    } catch (const plan_error&) {
        throw usage_error(fmt::format("\"{}\" is no transform as `gpufft plan` prints it "
                                      "before the colon, e.g. \"c2c forward 4096\"",
                                      text));
    }
}

//! Which records the options and the transforms named mean.
class selection
{
public:
    selection(const options& given, const arguments& transforms)
        : d_product(lower(given.text("product", "")))
    {
        for (const auto& each : transforms)
            d_transforms.push_back(transform_named(each));
        if (given.has("since"))
            d_since_s = parse_time(given.text("since", ""));
    }

    bool is_everything() const
    {
        return d_transforms.empty() && d_product.empty() && d_since_s == 0;
    }

    bool has(const wisdom_record& r) const
    {
        const auto* p = std::get_if<wisdom_entry>(&r);
        return is_named(p ? p->transform : "") && is_within(on_of(r), when_of(r));
    }

    bool has(const timing_record& r) const
    {
        return is_named(r.transform()) && is_within(r.on, r.when_s);
    }

    std::vector<wisdom_record> of(const wisdom_index& book) const
    {
        std::vector<wisdom_record> all;
        for (const auto& r : book.records()) {
            if (has(r))
                all.push_back(r);
        }
        return all;
    }

private:
    bool is_named(const std::string& transform) const
    {
        return d_transforms.empty() ||
               std::count(d_transforms.begin(), d_transforms.end(), transform) > 0;
    }

    bool is_within(const device_key& on, std::int64_t when_s) const
    {
        return when_s >= d_since_s &&
               lower(on.product).find(d_product) != std::string::npos;
    }

    arguments d_transforms;
    std::string d_product;
    std::int64_t d_since_s = 0;
};

//! Whoever wrote it: the user names it. \throws std::runtime_error  it is not there
std::string text_of_file(const std::string& path)
{
    const auto file = open_regular(path, O_RDONLY);
    if (!file)
        throw std::runtime_error(fmt::format("{} is no file", path));
    return read_all(file, path);
}

//! \throws std::runtime_error  a line of it is no wisdom, or there is none
std::vector<wisdom_record> all_records_of(const std::string& path)
{
    const auto text = text_of_file(path);
    try {
        return parse_sent_lines(text);
    } catch (const plan_error& e) {
        throw std::runtime_error(fmt::format(
            "{}: {}; nothing is imported. `gpufft wisdom merge OUT {}` writes what is "
            "wisdom of it to OUT",
            path,
            e.what(),
            path));
    }
}

//! \throws std::runtime_error  no line of it is wisdom
std::vector<wisdom_record> good_records_of(const std::string& path)
{
    auto content = parse_lines(lines_of(text_of_file(path)), parse_sent_wisdom);
    if (content.skipped && content.records.empty())
        throw std::runtime_error(fmt::format(
            "{}: no line of it is wisdom, the first because: {}", path, content.why));
    if (content.skipped)
        line_file(path).warn_of_skipped(content.skipped, content.why);
    return std::move(content.records);
}

std::string text_of(const std::vector<wisdom_record>& records)
{
    std::string text;
    for (const auto& r : records)
        text += to_line(r) + '\n';
    return text;
}

//! Without what a terminal would obey; drivers' texts may hold anything.
std::string shown(std::string text)
{
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
            c = ' ';
    return text;
}

std::string line_for_people(const wisdom_record& r)
{
    const auto when = static_cast<std::time_t>(when_of(r));
    const auto head = fmt::format("{:%Y-%m-%d %H:%M}  {}  {}",
                                  fmt::gmtime(when),
                                  on_of(r).product,
                                  on_of(r).driver);
    if (const auto* p = std::get_if<wisdom_entry>(&r))
        return fmt::format("{}  {}  {:.2f} us", head, p->plan, 1e6 * p->seconds);
    return head + "  probed";
}

arguments after(const arguments& words, std::size_t count)
{
    return { words.begin() + static_cast<std::ptrdiff_t>(count), words.end() };
}

void list(const options& given, const arguments& words)
{
    for (const auto& r : selection(given, words).of(*wisdom_store::of_user().book()))
        fmt::print("{}\n", shown(line_for_people(r)));
}

void export_to(const options& given, const arguments& words)
{
    if (words.empty())
        throw usage_error("export needs a FILE, or - for standard output");
    const auto text =
        text_of(selection(given, after(words, 1)).of(*wisdom_store::of_user().book()));
    if (words[0] == "-")
        fmt::print("{}", text);
    else
        write_whole_file(words[0], text);
}

//! The records that \p records_of gives of all \p files and that are selected.
std::vector<wisdom_record>
taken(const options& given,
      const arguments& files,
      std::vector<wisdom_record> (*records_of)(const std::string& path))
{
    const selection wanted(given, {});
    std::vector<wisdom_record> all;
    for (const auto& path : files) {
        for (auto& r : records_of(path)) {
            if (wanted.has(r))
                all.push_back(std::move(r));
        }
    }
    return all;
}

void import_from(const options& given, const arguments& words)
{
    if (words.empty())
        throw usage_error("import needs a FILE");
    const auto records = taken(given, words, all_records_of);
    wisdom_store::of_user().file().append(records);
    fmt::print(stderr, "gpufft wisdom: imported: {}\n", records.size());
}

void merge(const options& given, const arguments& words)
{
    if (words.size() < 2)
        throw usage_error("merge needs OUT and a FILE");
    wisdom_index book;
    for (const auto& r : taken(given, after(words, 1), good_records_of))
        book.add(r);
    write_whole_file(words[0], text_of(book.records()));
}

void forget(const options& given, const arguments& words)
{
    const selection wanted(given, words);
    if (wanted.is_everything() && !given.has("everything"))
        throw usage_error("forget needs TRANSFORM, --product, --since or --everything");
    const auto& store = wisdom_store::of_user();
    const auto count =
        store.file().keep([&](const wisdom_record& r) { return !wanted.has(r); });
    const auto timings =
        timing_file(store).keep([&](const timing_record& r) { return !wanted.has(r); });
    fmt::print(stderr, "gpufft wisdom: forgotten: {}, and timings: {}\n", count, timings);
}

struct verb {
    const char* name;
    void (*run)(const options& given, const arguments& words);
};

const verb VERBS[] = { { "list", list },
                       { "export", export_to },
                       { "import", import_from },
                       { "merge", merge },
                       { "forget", forget } };

} // namespace

int cmd_wisdom(const arguments& args)
{
    const options given(
        args, { { "product", true }, { "since", true }, { "everything", false } });
    if (given.answer(HELP))
        return DONE;
    const auto wanted = given.rest().empty() ? "" : given.rest()[0];
    for (const auto& v : VERBS) {
        if (wanted != v.name)
            continue;
        v.run(given, after(given.rest(), 1));
        return DONE;
    }
    throw usage_error(
        fmt::format("there are list, export, import, merge and forget, got {}",
                    wanted.empty() ? "none of them" : '"' + wanted + '"'));
}

} // namespace gpufft::app
