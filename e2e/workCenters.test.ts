/** The list of work centers, its groups, boards and public pages, and adding a machine, in a real browser against the real server. */
import { describe } from 'node:test'
import { listStories } from './stories/list.ts'
import { sharedWorld } from './world.ts'

describe('workCenters', { concurrency: false }, () => {
  const world = sharedWorld()
  listStories(world)
})
