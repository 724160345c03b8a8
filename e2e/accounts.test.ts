/** Stories of people's own accounts: sign-in, registration, forgotten passwords, profile. */
import { describe } from 'node:test'
import { identityStories } from './stories/identity.ts'
import { languageStories } from './stories/language.ts'
import { profileStories } from './stories/profile.ts'
import { signInStories } from './stories/signIn.ts'
import { sharedWorld } from './world.ts'

describe('accounts', { concurrency: false }, () => {
  const world = sharedWorld()
  signInStories(world)
  identityStories(world)
  profileStories(world)
  languageStories(world)
})
