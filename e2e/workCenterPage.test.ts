/** The page of one work center, tab by tab, in a real browser against the real server. */
import { describe } from 'node:test'
import { freshStories } from './stories/fresh.ts'
import { historyStories } from './stories/history.ts'
import { periodStories } from './stories/period.ts'
import { printStories } from './stories/print.ts'
import { statisticsStories } from './stories/statistics.ts'
import { sharedWorld } from './world.ts'

describe('workCenterPage', { concurrency: false }, () => {
  const world = sharedWorld()
  statisticsStories(world)
  historyStories(world)
  periodStories(world)
  printStories(world)
  freshStories(world)
})
