/** Every route for every role. */
import { describe } from 'node:test'
import { guardStories } from './stories/guards.ts'
import { sharedWorld } from './world.ts'

describe('guards', { concurrency: false }, () => {
  guardStories(sharedWorld())
})
