/** The list of work centers, its groups, boards and public pages, and adding a machine, in a real browser against the real server. */
import { describe } from 'node:test'
import { listStories } from './stories/list.ts'
import { notSetUpStories } from './stories/notSetUp.ts'
import { groupStories } from './stories/groups.ts'
import { addWorkCenterStories } from './stories/addWorkCenter.ts'
import { publicAccessStories } from './stories/publicAccess.ts'
import { tvStories } from './stories/tv.ts'
import { sharedWorld } from './world.ts'

describe('workCenters', { concurrency: false }, () => {
  const world = sharedWorld()
  notSetUpStories(world)
  listStories(world)
  groupStories(world)
  publicAccessStories(world)
  tvStories(world)
  addWorkCenterStories(world)
})
