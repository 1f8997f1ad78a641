# SPDX-License-Identifier: GPL-3.0-or-later
qa(tune candidates)
qa(tune search)
qa(tune device_timer)
