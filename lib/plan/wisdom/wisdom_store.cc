/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "base/log.h"
#include "plan/wisdom/wisdom_store.h"
#include <sys/stat.h>

namespace gpufft {

namespace {

void warn_once(const char* done, const std::exception& e)
{
    static std::once_flag warned;
    std::call_once(warned, [&] { log().warn("wisdom is not {}: {}", done, e.what()); });
}

std::string path_of_user()
{
    const auto folder = env::cache_dir();
    return folder.empty() ? "" : folder + "/wisdom.jsonl";
}

} // namespace

wisdom_store& wisdom_store::of_user()
{
    // Never destroyed: executors of static storage may ask it.
    static auto* const store = new wisdom_store(path_of_user());
    return *store;
}

bool wisdom_store::version::operator==(const version& other) const
{
    return changed_ns == other.changed_ns && bytes == other.bytes &&
           number == other.number;
}

wisdom_store::version wisdom_store::current() const
{
    struct stat s;
    if (d_file.path().empty() || ::stat(d_file.path().c_str(), &s) != 0)
        return {};
    return { s.st_mtim.tv_sec * std::int64_t(1000000000) + s.st_mtim.tv_nsec,
             s.st_size,
             s.st_ino };
}

void wisdom_store::read_anew()
{
    auto book = std::make_shared<wisdom_index>();
    try {
        if (!d_file.path().empty()) {
            for (const auto& r : d_file.read().records)
                book->add(r);
        }
    } catch (const std::exception& e) {
        warn_once("read", e);
    }
    for (const auto& r : d_own)
        book->add(r);
    d_book = std::move(book);
}

std::shared_ptr<const wisdom_index> wisdom_store::book()
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    const auto now = current();
    if (!d_book || !(now == d_read)) {
        d_read = now; // what is added while it is read is found the next time
        read_anew();
    }
    return d_book;
}

//! \return false  there is no file, or it cannot be written
bool wisdom_store::writes(const std::vector<wisdom_record>& records) const
{
    try {
        if (d_file.path().empty())
            return false;
        d_file.append(records);
        return true;
    } catch (const std::exception& e) {
        warn_once("kept", e);
        return false;
    }
}

// Another process may have the file's lock for long, and whoever looks up a plan is not
// to wait for that.
void wisdom_store::add(const std::vector<wisdom_record>& records)
{
    const bool is_written = writes(records);
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (!is_written)
        d_own.insert(d_own.end(), records.begin(), records.end());
    d_book.reset();
}

} // namespace gpufft
