/** The settings of a work center, tab by tab, in a real browser against the real server. */
import { describe } from 'node:test'
import { sensorSettingsStories } from './stories/sensorSettings.ts'
import { shiftScheduleStories } from './stories/shiftSchedule.ts'
import { settingsStories } from './stories/settings.ts'
import { statusesStories } from './stories/statuses.ts'
import { sharedWorld } from './world.ts'

describe('workCenterSettings', { concurrency: false }, () => {
  const world = sharedWorld()
  settingsStories(world)
  sensorSettingsStories(world)
  shiftScheduleStories(world)
  statusesStories(world)
})
