import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { abilitiesOf, grantsOf, type Role } from '#engine/access/abilities.ts'
import { ROUTE_GUARDS, verdictOf } from '#engine/access/routeGuards.ts'
import { ROOT } from '../../tools/sourceTree.ts'
import { PEOPLE, signIn, until } from '../browser.ts'
import { COMPANY, DEMO_COMPANY, type World } from '../world.ts'

/** Who walks: everybody of the demo, and the administrator where nothing limits the role. */
const WALKERS: readonly { readonly role: Role; readonly email: string; readonly companyId: string }[] = [
  { role: 'GUEST', email: PEOPLE.guest, companyId: DEMO_COMPANY },
  { role: 'OPERATOR', email: PEOPLE.operator, companyId: DEMO_COMPANY },
  { role: 'USER', email: PEOPLE.user, companyId: DEMO_COMPANY },
  { role: 'ADMIN', email: PEOPLE.admin, companyId: COMPANY },
]

/** Pages of the identity provider are not the application's, and the callback of the sign-out ends the session. */
const WALKED = ROUTE_GUARDS.filter(({ access }) => access !== 'anybody')

/** The paths at which a screen stands by now, as the application's route table has them. */
const SCREENS = [...readFileSync(`${ROOT}/web/routes.tsx`, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path = '']) =>
  path.replaceAll(/[{}]/g, ''),
)

/** Which verdict each route gets for each role is the table of routeGuards.test.ts; the stories walk this many routes of each kind of verdict, and each screen once. */
const OF_A_KIND = 2
const opened = new Set<string>()

function kindOf(verdict: ReturnType<typeof verdictOf>, typed: string): string {
  const way = /\/\d|[0-9a-f]{8}-/.test(typed) ? 'with a value' : 'plain'
  return verdict.kind === 'open'
    ? `open ${way}`
    : `${verdict.kind} ${verdict.path} ${verdict.refused === null ? 'unknown' : 'refused'} ${way}`
}

export function guardStories(world: () => World): void {
  for (const { role, email, companyId } of WALKERS) {
    test(`${role} is let in or sent to the work centers, by every kind of verdict`, async () => {
      const { press } = world()
      const page = await world().newPage({ companyId })
      await signIn(page, '/boxes', email)
      await page.getByRole('heading', { level: 1, name: 'Work centers' }).waitFor()
      const grants = grantsOf(abilitiesOf(role, companyId))
      const walked: string[] = []
      const typedOf = (path: string) => path.replace('$provider', 'trueline').replace('$deviceId', press.deviceId).replace('$shiftId', '1')
      const all = [...WALKED.map((guard) => guard.path), '/nowhere', '/users/7'].map((path) => {
        const verdict = verdictOf(typedOf(path), { isProofDue: false, ...grants, isScreen: SCREENS.includes(path) })
        return { path, typed: typedOf(path), verdict }
      })
      const chosen = all.filter(({ path, typed, verdict }, at) => {
        const isNewScreen = verdict.kind === 'open' && SCREENS.includes(path) && !opened.has(path)
        if (verdict.kind === 'open') opened.add(path)
        const isSame = (one: (typeof all)[number]) => kindOf(one.verdict, one.typed) === kindOf(verdict, typed)
        return isNewScreen || all.slice(0, at).filter(isSame).length < OF_A_KIND
      })
      for (const { typed, verdict } of chosen) {
        walked.push(`${typed} → ${await landing(page, typed)}`)
        const wanted = verdict.kind === 'open' ? typed : verdict.path
        assert.equal(walked.at(-1), `${typed} → ${wanted}`)
        if (verdict.kind === 'goTo' && verdict.refused !== null)
          await page
            .getByText(/^No access to /)
            .first()
            .waitFor()
      }
      assert.equal(
        new Set(chosen.map(({ typed, verdict }) => kindOf(verdict, typed))).size,
        new Set(all.map(({ typed, verdict }) => kindOf(verdict, typed))).size,
      )
      assert.ok(walked.length >= OF_A_KIND, 'nothing was walked')
      await page.close()
    })
  }

  test('whoever is not signed in is sent to the provider from every kind of route, and comes back to it', async () => {
    const { press } = world()
    const page = await world().newPage()
    const closed = WALKED.filter(({ access }) => access !== 'anonymous')
    const kinds = [/^\/[a-z-]+$/, /\$deviceId$/, /\$deviceId\/settings$/, /^\/\$provider/, /\$shiftId$/]
    const chosen = kinds.map((kind) => closed.find(({ path }) => kind.test(path)))
    for (const { path } of chosen.filter((one) => one !== undefined)) {
      await page.goto(path.replace('$provider', 'trueline').replace('$deviceId', press.deviceId).replace('$shiftId', '1'))
      await page.waitForURL(/\/identity\//)
    }
    await signIn(page, `/boxes/${press.deviceId}?tab=realtime`)
    assert.equal(new URL(page.url()).search, '?tab=realtime')
    await page.close()
  })
}

/** Returns the path on which a walk within the page ends: once a heading is there that was not there before. */
async function landing(page: Page, path: string): Promise<string> {
  await go(page, '/boxes/walk')
  await until(page, `location.pathname === '/boxes/walk' && document.querySelector('main h1')?.textContent === 'Invalid work center id'`)
  await page.evaluate(`document.querySelector('main h1').dataset.walked = 'yes'`)
  await go(page, path)
  await until(page, `document.querySelector('main h1:not([data-walked])') !== null`)
  return new URL(page.url()).pathname
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
}
