/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_STORE_H
#define INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_STORE_H

#include "plan/wisdom/wisdom_file.h"
#include "plan/wisdom/wisdom_index.h"
#include <cstdint>
#include <memory>
#include <mutex>

namespace gpufft {

/*!
 * \brief The wisdom that a process works with: a file, read again when it changed
 *
 * Failures never disturb the caller: wisdom that cannot be read is unknown, and wisdom
 * that cannot be written is known to this process alone, with one warning. Any thread may
 * call.
 */
class wisdom_store
{
public:
    //! \param path  "": records are kept for this process alone
    explicit wisdom_store(const std::string& path) : d_file(path) {}

    //! The user's store: wisdom.jsonl beside the compiled kernels (env::cache_dir()).
    static wisdom_store& of_user();

    const wisdom_file& file() const { return d_file; }

    //! All that is known now; later additions do not change it.
    std::shared_ptr<const wisdom_index> book();

    void add(const std::vector<wisdom_record>& records);

private:
    struct version { // of the file
        std::int64_t changed_ns = -1;
        std::int64_t bytes = -1;
        std::uint64_t number = 0;
        bool operator==(const version& other) const;
    };
    version current() const;
    bool writes(const std::vector<wisdom_record>& records) const;
    void read_anew();

    const wisdom_file d_file;
    std::mutex d_mutex; // guards what follows
    version d_read;
    std::vector<wisdom_record> d_own; // records that could not be written
    std::shared_ptr<const wisdom_index> d_book;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_WISDOM_WISDOM_STORE_H */
