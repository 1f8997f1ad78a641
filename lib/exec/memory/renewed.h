/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_MEMORY_RENEWED_H
#define INCLUDED_GPUFFT_LIB_EXEC_MEMORY_RENEWED_H

#include <memory>
#include <vector>

//! Slots that give their memory back and take it anew.
namespace gpufft {

//! The slot in \p place, which \p make makes where there is none.
template <class Slot, class Make>
Slot& present(std::unique_ptr<Slot>& place, const Make& make)
{
    if (!place)
        place = make();
    return *place;
}

/*!
 * \brief Frees all of \p slots, then makes them anew
 *
 * All go before the first one comes: a device that has no memory left has none for both.
 * Where \p make throws, places are empty, for present() to fill.
 */
template <class Slot, class Make>
void renew(std::vector<std::unique_ptr<Slot>>& slots, const Make& make)
{
    for (auto& each : slots)
        each.reset();
    for (auto& each : slots)
        each = make();
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_MEMORY_RENEWED_H */
