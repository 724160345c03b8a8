/** Stories of a person and a device in a real browser against the real server. */
import { describe } from 'node:test'
import { boxesStories } from './stories/boxes.ts'
import { classifyStories } from './stories/classify.ts'
import { explainStories } from './stories/explain.ts'
import { lossKeysStories } from './stories/lossKeys.ts'
import { lossesStories } from './stories/losses.ts'
import { keyboardStories } from './stories/keyboard.ts'
import { restartStories } from './stories/restart.ts'
import { shiftBoardStories } from './stories/shiftBoard.ts'
import { whyThisNumberStories } from './stories/whyThisNumber.ts'
import { workCenterStories } from './stories/workCenter.ts'
import { sharedWorld } from './world.ts'

describe('stories', { concurrency: false }, () => {
  const world = sharedWorld({ isLive: true })
  boxesStories(world)
  workCenterStories(world)
  whyThisNumberStories(world)
  classifyStories(world)
  lossesStories(world)
  lossKeysStories(world)
  shiftBoardStories(world)
  explainStories(world)
  keyboardStories(world)
  restartStories(world)
})
