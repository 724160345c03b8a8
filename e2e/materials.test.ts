/** Stories of materials, apart from the others: they begin without any product. */
import { describe } from 'node:test'
import { materialsStories } from './stories/materials.ts'
import { sharedWorld } from './world.ts'

describe('stories of materials', { concurrency: false }, () => {
  materialsStories(sharedWorld())
})
