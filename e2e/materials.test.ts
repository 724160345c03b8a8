/** Stories of materials, apart from the others: they begin without any product. */
import { describe } from 'node:test'
import { materialsStories } from './stories/materials.ts'
import { outputStories } from './stories/output.ts'
import { startProposalStory } from './stories/startProposal.ts'
import { sharedWorld } from './world.ts'

describe('stories of materials and of output', { concurrency: false }, () => {
  const world = sharedWorld()
  materialsStories(world)
  outputStories(world)
  startProposalStory(world)
})
