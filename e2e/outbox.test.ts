/** Stories of people whose connection is lost, in a real browser against the real server. */
import { describe } from 'node:test'
import { outboxStories } from './stories/outbox.ts'
import { sharedWorld } from './world.ts'

describe('stories of the outbox', { concurrency: false }, () => {
  outboxStories(sharedWorld())
})
