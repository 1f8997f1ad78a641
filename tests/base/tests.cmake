# SPDX-License-Identifier: GPL-3.0-or-later
qa(base env spdlog::spdlog)
qa(base in_parts)
qa(base large_pages)
