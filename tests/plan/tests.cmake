# SPDX-License-Identifier: GPL-3.0-or-later
qa(plan transform)
qa(plan validate)
qa(plan overlap)
qa(plan planner)
qa(plan tile)
qa(plan rader)
qa(plan bluestein)
