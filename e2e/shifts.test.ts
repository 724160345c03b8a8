/** Shifts, their reports, and closing them, in a real browser against the real server. */
import { describe } from 'node:test'
import { periodChangeStories } from './stories/periodChange.ts'
import { shiftStories } from './stories/shifts.ts'
import { sharedWorld } from './world.ts'

describe('shifts', { concurrency: false }, () => {
  const world = sharedWorld()
  shiftStories(world)
  periodChangeStories(world)
})
