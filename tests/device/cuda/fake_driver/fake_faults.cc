/* SPDX-License-Identifier: GPL-3.0-or-later */
// What tests ask of the fake driver, and have it do: fail, and count.
#include "device/cuda/fake_driver/fake_state.h"

namespace fake_cuda {

namespace {

//! Calls that tests have told to fail, by name: how many from now.
std::map<std::string, int> the_failing;

} // namespace

bool is_told_to_fail(const char* call)
{
    const std::lock_guard guard(the_mutex);
    const auto found = the_failing.find(call);
    return found != the_failing.end() && --found->second == 0;
}

extern "C" {

//! The \p nth of \p call from now, 1 being the next, fails for want of memory; 0: none.
void fake_cuda_fail(const char* call, int nth)
{
    const std::lock_guard guard(the_mutex);
    the_failing[call] = nth;
}

//! Whether it has come to that.
bool fake_cuda_has_failed(const char* call)
{
    const std::lock_guard guard(the_mutex);
    return the_failing[call] <= 0;
}

//! What was made and not freed, contexts included.
int fake_cuda_leftovers()
{
    const std::lock_guard guard(the_mutex);
    return static_cast<int>(the_objects.size() + the_memory.size()) + the_retained;
}

int fake_cuda_graph_launches()
{
    const std::lock_guard guard(the_mutex);
    return the_graph_launches;
}

//! Calls that take memory, or wait, made by threads while they had a stream captured.
int fake_cuda_calls_in_captures() { return the_calls_in_captures; }

} // extern "C"

} // namespace fake_cuda
