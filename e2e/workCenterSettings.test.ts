/** The settings of a work center, tab by tab, in a real browser against the real server. */
import { describe } from 'node:test'
import { sharedWorld } from './world.ts'

describe('workCenterSettings', { concurrency: false }, () => {
  sharedWorld()
})
