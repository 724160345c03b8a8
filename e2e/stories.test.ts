/** What a person and a device do with the product, in a real browser against the real server. */
import { after, before, describe } from 'node:test'
import { accessibilityStories } from './stories/accessibility.ts'
import { boxesStories } from './stories/boxes.ts'
import { companyStories } from './stories/company.ts'
import { keyboardStories } from './stories/keyboard.ts'
import { layoutStories } from './stories/layout.ts'
import { restartStories } from './stories/restart.ts'
import { signInStories } from './stories/signIn.ts'
import { whyThisNumberStories } from './stories/whyThisNumber.ts'
import { workCenterStories } from './stories/workCenter.ts'
import { openWorld, type World } from './world.ts'

const opened: World[] = []

function world(): World {
  const [first] = opened
  if (first === undefined) throw new Error('the world is not open')
  return first
}

describe('stories', { concurrency: false }, () => {
  before(async () => {
    opened.push(await openWorld())
  })
  after(async () => {
    await opened.pop()?.end()
  })
  signInStories(world)
  companyStories(world)
  boxesStories(world)
  workCenterStories(world)
  whyThisNumberStories(world)
  keyboardStories(world)
  layoutStories(world)
  accessibilityStories(world)
  restartStories(world)
})
