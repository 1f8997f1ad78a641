/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/running/running_blocks.h"
#include <map>
#include <mutex>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

struct all_blocks {
    std::mutex mutex;
    std::map<const running_block*, running_blocks::user_ptr> running;
    std::vector<std::weak_ptr<block_watcher>> watchers;
};

//! Never destroyed: blocks of a Python program may go after it.
all_blocks& blocks_of_process()
{
    static auto* const result = new all_blocks;
    return *result;
}

//! Without the lock, since watchers look at what runs, and wait for who does.
void tell_all(void (block_watcher::*tell)())
{
    std::vector<std::shared_ptr<block_watcher>> alive;
    {
        const std::lock_guard<std::mutex> guard(blocks_of_process().mutex);
        auto& known = blocks_of_process().watchers;
        for (auto i = known.begin(); i != known.end();) {
            auto one = i->lock();
            i = one ? i + 1 : known.erase(i);
            if (one)
                alive.push_back(std::move(one));
        }
    }
    for (const auto& one : alive)
        (*one.*tell)();
}

} // namespace

std::vector<running_blocks::user_ptr> running_blocks::users()
{
    std::vector<user_ptr> found;
    const std::lock_guard<std::mutex> guard(blocks_of_process().mutex);
    for (const auto& [block, with] : blocks_of_process().running)
        found.push_back(with);
    return found;
}

bool running_blocks::are_any()
{
    const std::lock_guard<std::mutex> guard(blocks_of_process().mutex);
    return !blocks_of_process().running.empty();
}

void running_blocks::tell(const std::weak_ptr<block_watcher>& watcher)
{
    const std::lock_guard<std::mutex> guard(blocks_of_process().mutex);
    blocks_of_process().watchers.push_back(watcher);
}

running_block::running_block(running_blocks::user_ptr with)
{
    goes_on_with(std::move(with));
}

running_block::~running_block()
{
    bool is_last = false;
    running_blocks::user_ptr with; // goes when the lock has gone
    {
        const std::lock_guard<std::mutex> guard(blocks_of_process().mutex);
        with = std::move(blocks_of_process().running[this]);
        blocks_of_process().running.erase(this);
        is_last = blocks_of_process().running.empty();
    }
    if (is_last)
        tell_all(&block_watcher::blocks_ended);
}

void running_block::goes_on_with(running_blocks::user_ptr other)
{
    {
        const std::lock_guard<std::mutex> guard(blocks_of_process().mutex);
        blocks_of_process().running[this].swap(other);
    }
    tell_all(&block_watcher::blocks_changed);
}

} // namespace gpufft
} // namespace gr
