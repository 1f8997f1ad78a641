/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_RUNNING_BLOCKS_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_RUNNING_BLOCKS_H

#include "blocks/running/plan_user.h"
#include <memory>
#include <vector>

namespace gr {
namespace gpufft {

//! Who is told of blocks that start and stop, by one of their threads.
class block_watcher
{
public:
    virtual ~block_watcher() = default;
    //! There is one more, or one computes with something else.
    virtual void blocks_changed() = 0;
    //! The last one has stopped.
    virtual void blocks_ended() = 0;
};

//! \brief The blocks of this process that run; any thread
namespace running_blocks {

using user_ptr = std::shared_ptr<plan_user>;

//! What they compute with. It may outlive its block.
std::vector<user_ptr> users();
bool are_any();
//! Told for as long as it lives. Nothing is told of what runs already.
void tell(const std::weak_ptr<block_watcher>& watcher);

} // namespace running_blocks

//! \brief One of them, from its start to its stop
class running_block
{
public:
    explicit running_block(running_blocks::user_ptr with);
    ~running_block();
    running_block(const running_block&) = delete;
    running_block& operator=(const running_block&) = delete;

    void goes_on_with(running_blocks::user_ptr other);
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_RUNNING_BLOCKS_H */
