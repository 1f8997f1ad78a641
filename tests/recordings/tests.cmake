# SPDX-License-Identifier: GPL-3.0-or-later
qa(recordings utc_time gpufft-survey)
