/** Shifts, their reports, closing them, and analytics of them, in a real browser against the real server. */
import { describe } from 'node:test'
import { analyticsStories } from './stories/analytics.ts'
import { periodChangeStories } from './stories/periodChange.ts'
import { shiftStories } from './stories/shifts.ts'
import { sharedWorld } from './world.ts'

describe('shifts', { concurrency: false }, () => {
  const world = sharedWorld()
  shiftStories(world)
  periodChangeStories(world)
  analyticsStories(world)
})
