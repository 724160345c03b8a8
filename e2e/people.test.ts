/** What administrators do with companies, their people and keys, in a real browser against the real server. */
import { describe } from 'node:test'
import { apiKeyStories } from './stories/apiKeys.ts'
import { auditStories } from './stories/audit.ts'
import { companyStories } from './stories/company.ts'
import { demoStories } from './stories/demo.ts'
import { energyStories } from './stories/energy.ts'
import { generalSettingsStories } from './stories/generalSettings.ts'
import { jobStories } from './stories/jobs.ts'
import { lossReasonStories } from './stories/lossReasons.ts'
import { reportStories } from './stories/reports.ts'
import { userStories } from './stories/users.ts'
import { sharedWorld } from './world.ts'

describe('people', { concurrency: false }, () => {
  const world = sharedWorld()
  companyStories(world)
  demoStories(world)
  generalSettingsStories(world)
  apiKeyStories(world)
  userStories(world)
  auditStories(world)
  jobStories(world)
  lossReasonStories(world)
  reportStories(world)
  energyStories(world)
})
