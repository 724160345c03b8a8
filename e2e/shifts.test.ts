/** Shifts, their reports, closing them, analytics of them, work requests and questions to support, in a real browser against the real server. */
import { describe } from 'node:test'
import { analyticsStories } from './stories/analytics.ts'
import { periodChangeStories } from './stories/periodChange.ts'
import { shiftStories } from './stories/shifts.ts'
import { supportStories } from './stories/support.ts'
import { checklistStories } from './stories/checklists.ts'
import { inboxStories } from './stories/inbox.ts'
import { notificationStories } from './stories/notifications.ts'
import { workRequestStories } from './stories/workRequests.ts'
import { sharedWorld } from './world.ts'

describe('shifts', { concurrency: false }, () => {
  const world = sharedWorld()
  shiftStories(world)
  periodChangeStories(world)
  analyticsStories(world)
  notificationStories(world)
  workRequestStories(world)
  checklistStories(world)
  supportStories(world)
  inboxStories(world)
})
