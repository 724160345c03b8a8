/** The screen of the people who work at a machine, in a real browser against the real server. */
import { describe } from 'node:test'
import { operatorAroundStories } from './stories/operatorAround.ts'
import { operatorModeStories } from './stories/operatorMode.ts'
import { operatorOfflineStories } from './stories/operatorOffline.ts'
import { operatorStage } from './stories/operatorStage.ts'
import { shiftLeadStories } from './stories/shiftLead.ts'
import { stationStories } from './stories/station.ts'
import { sharedWorld } from './world.ts'

describe('operatorMode', { concurrency: false }, () => {
  const world = sharedWorld()
  const stage = operatorStage(world)
  operatorModeStories(world, stage)
  operatorAroundStories(world, stage)
  operatorOfflineStories(world)
  shiftLeadStories(world)
  stationStories(world, stage)
})
