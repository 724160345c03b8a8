import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ABILITY_SUBJECTS, abilitiesOf, DEMO_COMPANY_ID, grantsOf, ROLES, type AbilitySubject, type Role } from './abilities.ts'
import { mayReadAudit } from '#engine/user/mayEditPeople.ts'
import { guardOf, ROUTE_GUARDS, verdictOf, type Asker } from './routeGuards.ts'

const OPEN = { kind: 'open' }
const TO_BOXES = { kind: 'goTo', path: '/boxes', refused: null }

function asker(role: Role, companyId = 'ACME1', more: Partial<Asker> = {}): Asker {
  const { readable, modifiable } = grantsOf(abilitiesOf(role, companyId))
  return { isProofDue: false, readable, modifiable, isScreen: true, ...more }
}

/** A path as somebody types it: its parameters filled in. */
const typed = (path: string) => path.replace('$provider', 'trueline').replaceAll(/\$\w+/g, '0190e2f4-0000-7000-8000-000000000001')

/** The tables of spec 000 §2, by hand: which subject each path needs, null for none. */
const SPECIFIED: Readonly<Record<string, AbilitySubject | null>> = {
  '/activation': null,
  '/profile': null,
  '/password': null,
  '/boxes': null,
  '/boxes/$deviceId': null,
  '/addbox': 'NEW_WORK_CENTER',
  '/boxes/$deviceId/settings': 'WORK_CENTER_SETTINGS',
  '/users': 'COMPANY_USERS',
  '/losses': 'LOSSES',
  '/job-orders': 'JOB_ORDERS',
  '/output': 'OUTPUTS',
  '/shifts': 'SHIFTS',
  '/shifts/$shiftId': 'SHIFTS',
  '/analytics': 'ANALYTICS',
  '/general-settings': 'COMPANY_SETTINGS',
  '/$provider-api': 'API_KEY',
  '/loss-reasons': 'COMPANY_SETTINGS',
  '/integrations': 'INTEGRATIONS',
  '/checklists': 'CHECKLISTS',
}

describe('every route for every role', () => {
  for (const [path, subject] of Object.entries(SPECIFIED)) {
    for (const role of ROLES) {
      test(`${path} for ${role}`, () => {
        for (const companyId of ['ACME1', DEMO_COMPANY_ID]) {
          const who = asker(role, companyId)
          const isOpen = subject === null || who.readable.has(subject)
          const page = guardOf(typed(path))?.page
          assert.ok(page)
          assert.deepEqual(verdictOf(typed(path), who), isOpen ? OPEN : { kind: 'goTo', path: '/boxes', refused: page })
        }
      })
    }
  }

  test('an administrator opens all of them, a guest none that changes the company', () => {
    const open = (role: Role) => Object.keys(SPECIFIED).filter((path) => verdictOf(typed(path), asker(role)).kind === 'open')
    assert.deepEqual(open('ADMIN'), Object.keys(SPECIFIED))
    for (const path of ['/users', '/general-settings', '/$provider-api', '/addbox', '/integrations']) {
      assert.ok(!open('GUEST').includes(path), path)
      assert.ok(!open('OPERATOR').includes(path), path)
    }
  })

  test('an administrator of the demo company has every page of a subject open, to look at', () => {
    for (const path of [...Object.keys(SPECIFIED), '/audit'])
      assert.deepEqual(verdictOf(typed(path), asker('ADMIN', DEMO_COMPANY_ID)), verdictOf(typed(path), asker('ADMIN')), path)
    // Its jobs tell addresses, and nobody of the demo starts one.
    assert.equal(verdictOf('/jobs', asker('ADMIN', DEMO_COMPANY_ID)).kind, 'goTo')
  })
})

test('the table names every subject that can be read, and no path twice', () => {
  const needed = new Set<string>(ROUTE_GUARDS.map((guard) => guard.access))
  assert.deepEqual(
    ABILITY_SUBJECTS.filter((subject) => !needed.has(subject)),
    [],
  )
  assert.equal(new Set(ROUTE_GUARDS.map((guard) => guard.path)).size, ROUTE_GUARDS.length)
})

test('what is no path, and a path without a screen, lead to the default page without a word', () => {
  for (const path of ['/nowhere', '/users/7', '/boxes/1/2', '/shifts/1/2', '/api-trueline', '/trueline-api/x'])
    assert.deepEqual(verdictOf(path, asker('ADMIN')), TO_BOXES, path)
  for (const guard of ROUTE_GUARDS.filter(({ access }) => access !== 'anybody'))
    assert.deepEqual(verdictOf(typed(guard.path), asker('ADMIN', 'ACME1', { isScreen: false })), TO_BOXES, guard.path)
})

test('a slash at the end changes nothing', () => {
  assert.deepEqual(verdictOf('/users/', asker('GUEST')), { kind: 'goTo', path: '/boxes', refused: 'users' })
  assert.deepEqual(verdictOf('/users/', asker('ADMIN')), OPEN)
})

test('the sign-in callback is only for who is not signed in, the pages about passwords are for everybody', () => {
  assert.deepEqual(verdictOf('/signin-oidc', asker('ADMIN')), TO_BOXES)
  for (const path of ['/signout-oidc', '/password/reset', '/password/activate', '/password/restore'])
    for (const role of ROLES) assert.deepEqual(verdictOf(path, asker(role, 'ACME1', { isScreen: false })), OPEN)
})

test('without abilities only what needs none is open', () => {
  const nobody: Asker = { isProofDue: false, readable: new Set(), modifiable: new Set(), isScreen: true }
  for (const [path, subject] of Object.entries(SPECIFIED))
    assert.equal(verdictOf(typed(path), nobody).kind, subject === null ? 'open' : 'goTo', path)
})

test('until the address is proven every path leads to the proof', () => {
  for (const role of ROLES) {
    const who = asker(role, 'ACME1', { isProofDue: true })
    for (const path of [...Object.keys(SPECIFIED), '/nowhere', '/signin-oidc'].filter((one) => one !== '/activation'))
      assert.deepEqual(verdictOf(typed(path), who), { kind: 'goTo', path: '/activation', refused: null })
    assert.deepEqual(verdictOf('/activation', who), OPEN)
  }
})

test('the audit log and the jobs of the company open for who may read what they show, not for who only sees its people', () => {
  for (const path of ['/audit', '/jobs']) {
    const open = ROLES.filter((role) => verdictOf(path, asker(role)).kind === 'open')
    assert.deepEqual(
      open,
      ROLES.filter((role) => mayReadAudit(grantsOf(abilitiesOf(role, 'ACME1')))),
      path,
    )
    assert.deepEqual(verdictOf(path, asker('PROVIDER_SUPPORT')), { kind: 'goTo', path: '/boxes', refused: guardOf(path)?.page })
  }
})
