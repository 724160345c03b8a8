/** What people are told and asked to do, by touch and keys, offline and with two of them, in a real browser against the real server. */
import { describe } from 'node:test'
import { checklistEditorStories } from './stories/checklistEditor.ts'
import { checklistPairStories } from './stories/checklistPair.ts'
import { inboxKeysStories } from './stories/inboxKeys.ts'
import { offlineDayStories } from './stories/offlineDay.ts'
import { taskStories } from './stories/tasks.ts'
import { urgentStories } from './stories/urgent.ts'
import { sharedWorld } from './world.ts'

describe('work', { concurrency: false }, () => {
  const world = sharedWorld()
  checklistPairStories(world)
  urgentStories(world)
  inboxKeysStories(world)
  taskStories(world)
  checklistEditorStories(world)
  offlineDayStories(world)
})
