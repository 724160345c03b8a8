/** How every screen looks: on every width, in every colour scheme, to people and to their assistive software. */
import { describe } from 'node:test'
import { accessibilityStories } from './stories/accessibility.ts'
import { layoutStories } from './stories/layout.ts'
import { sharedWorld } from './world.ts'

describe('looks', { concurrency: false }, () => {
  const world = sharedWorld({ isLive: true })
  layoutStories(world)
  accessibilityStories(world)
})
