/** Stories of the shell: navigation, keys, notices, and work without a connection. */
import { describe } from 'node:test'
import { offlineStories } from './stories/offline.ts'
import { paletteStories } from './stories/palette.ts'
import { shellStories } from './stories/shell.ts'
import { sharedWorld } from './world.ts'

describe('shell', { concurrency: false }, () => {
  const world = sharedWorld()
  shellStories(world)
  paletteStories(world)
  offlineStories(world)
})
