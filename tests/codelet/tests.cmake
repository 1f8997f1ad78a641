# SPDX-License-Identifier: GPL-3.0-or-later
qa(codelet algorithm)
qa(codelet codelet)
qa(codelet codelet_threads)
qa(codelet expression)
qa(codelet simplify)
qa(codelet schedule)
