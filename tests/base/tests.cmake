# SPDX-License-Identifier: GPL-3.0-or-later
qa(base env spdlog::spdlog)
qa(base in_parts fault_points)
qa(base large_pages)
qa(base replace_file)
qa(base trusted_file)
