/** Stories of job orders, apart from the others: what is made of them counts in other stories. */
import { describe } from 'node:test'
import { jobOrdersStories } from './stories/jobOrders.ts'
import { orderBoardStories } from './stories/orderBoard.ts'
import { orderPanelStories } from './stories/orderPanel.ts'
import { orderTextsStory } from './stories/orderTexts.ts'
import { sharedWorld } from './world.ts'

describe('stories of job orders', { concurrency: false }, () => {
  const world = sharedWorld()
  jobOrdersStories(world)
  orderPanelStories(world)
  orderBoardStories(world)
  orderTextsStory(world)
})
