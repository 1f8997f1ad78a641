/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/low_priority.h"
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <algorithm>

namespace gr {
namespace gpufft {

void lower_priority()
{
    // Neither needs a privilege. A block that was given a real-time priority may have
    // made this thread; the policy comes first, since niceness says nothing within such.
    const sched_param none = {};
    pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);
    // Not the least there is: it could not be raised again, and whoever ends the search
    // waits until a compiler has ended.
    const auto self = static_cast<id_t>(syscall(SYS_gettid));
    setpriority(PRIO_PROCESS, self, std::min(getpriority(PRIO_PROCESS, self) + 7, 19));
}

} // namespace gpufft
} // namespace gr
