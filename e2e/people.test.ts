/** What people do with accounts, companies, keys and the shell around every page, in a real browser against the real server. */
import { describe } from 'node:test'
import { apiKeyStories } from './stories/apiKeys.ts'
import { companyStories } from './stories/company.ts'
import { generalSettingsStories } from './stories/generalSettings.ts'
import { guardStories } from './stories/guards.ts'
import { identityStories } from './stories/identity.ts'
import { offlineStories } from './stories/offline.ts'
import { paletteStories } from './stories/palette.ts'
import { profileStories } from './stories/profile.ts'
import { shellStories } from './stories/shell.ts'
import { signInStories } from './stories/signIn.ts'
import { auditStories } from './stories/audit.ts'
import { userStories } from './stories/users.ts'
import { sharedWorld } from './world.ts'

describe('people', { concurrency: false }, () => {
  const world = sharedWorld()
  signInStories(world)
  identityStories(world)
  profileStories(world)
  companyStories(world)
  generalSettingsStories(world)
  apiKeyStories(world)
  shellStories(world)
  paletteStories(world)
  offlineStories(world)
  guardStories(world)
  userStories(world)
  auditStories(world)
})
