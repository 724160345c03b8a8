import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AbilitySubject } from '#engine/access/abilities.ts'
import { guardOf } from '#engine/access/routeGuards.ts'
import type { PageGrants } from '#engine/access/routeGuards.ts'
import { crumbsOf, SIDEBARS, sidebarModeOf, visibleGroups } from './navigation.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { authorityOf, targetAfterSignIn } from '#web/base/signInTarget.ts'

const ORIGIN = 'https://plant.example'

/** Spec 000 §2, Breadcrumb keys; the API's begins with the provider. */
const CRUMBS =
  'overview analytics job-orders output boxes settings profile password losses users general-settings bot faq addbox shifts loss-reasons integrations checklists'.split(
    ' ',
  )

const reading = (...subjects: AbilitySubject[]): PageGrants => ({ readable: new Set(subjects), modifiable: new Set() })

test('the sidebar follows the route', () => {
  assert.equal(sidebarModeOf('/boxes/abc'), 'main')
  assert.equal(sidebarModeOf('/users'), 'company')
  assert.equal(sidebarModeOf('/trueline-api'), 'company')
  assert.equal(sidebarModeOf('/password'), 'profile')
  assert.equal(sidebarModeOf('/audit'), 'company')
  assert.equal(sidebarModeOf('/nowhere'), 'main')
})

test('entries are shown in their groups when their screen exists and may be read', () => {
  const isScreen = (path: string) => ['/boxes', '/losses', '/shifts'].includes(path)
  assert.deepEqual(
    visibleGroups('main', isScreen, reading('LOSSES')).map((group) => group.map((item) => item.key)),
    [['boxes'], ['losses']],
  )
  assert.deepEqual(
    visibleGroups('main', isScreen, reading('LOSSES', 'SHIFTS')).map((group) => group.map((item) => item.key)),
    [['boxes'], ['losses', 'shifts']],
  )
  assert.deepEqual(visibleGroups('company', isScreen, reading('COMPANY_USERS')), [])
})

test('every entry leads to a page that it may open: what it needs is what the guard of its route needs', () => {
  for (const { path, needs } of Object.values(SIDEBARS).flat(2)) assert.equal(guardOf(path)?.access, needs ?? 'signedIn', path)
  const isScreen = () => true
  const keys = (grants: PageGrants) => visibleGroups('company', isScreen, grants).flatMap((group) => group.map(({ key }) => key))
  assert.deepEqual(keys(reading('COMPANY_USERS')), ['users'])
  assert.deepEqual(keys({ ...reading('COMPANY_USERS'), modifiable: new Set(['COMPANY_USERS']) }), ['users', 'jobs'])
  assert.deepEqual(keys(reading('AUDIT_LOG')), ['audit'])
})

test('breadcrumbs are the segments of the path', () => {
  assert.deepEqual(
    crumbsOf('/boxes/7f/settings').map(({ path, key }) => [path, key]),
    [
      ['/boxes', 'boxes'],
      ['/boxes/7f', null],
      ['/boxes/7f/settings', 'settings'],
    ],
  )
  assert.equal(crumbsOf('/trueline-api')[0]?.key, 'api')
  for (const key of CRUMBS) assert.equal(crumbsOf(`/${key}`)[0]?.key, key)
})

test('after sign-in only pages of the same origin are opened', () => {
  const rows = [
    [{ target: '/losses?id=3#x' }, '/losses?id=3#x'],
    [{ target: 'https://evil.example/boxes' }, '/boxes'],
    [{ target: '//evil.example/boxes' }, '/boxes'],
    [{ target: 'javascript:alert(1)' }, '/boxes'],
    [{ target: '/signin-oidc?code=1' }, '/boxes'],
    [{ target: '/' }, '/boxes'],
    [{ target: 5 }, '/boxes'],
    [null, '/boxes'],
    ['/losses', '/boxes'],
  ] as const
  for (const [state, path] of rows) assert.equal(targetAfterSignIn(state, ORIGIN), path)
})

test('the authority carries the company that is held', () => {
  assert.equal(authorityOf(ORIGIN, null), `${ORIGIN}/identity`)
  assert.equal(authorityOf(ORIGIN, 'ACME1'), `${ORIGIN}/identity/company/ACME1`)
})

test('an external provider is asked by its own address, for a company only if it has one for each', () => {
  const authority = 'https://sign-in.example/realm'
  assert.equal(authorityOf(ORIGIN, 'ACME1', { authority, companySuffix: false }), authority)
  assert.equal(authorityOf(ORIGIN, null, { authority, companySuffix: true }), authority)
  assert.equal(authorityOf(ORIGIN, 'ACME1', { authority, companySuffix: true }), `${authority}/company/ACME1`)
})

test('search values stay text and empty ones leave the address', () => {
  assert.deepEqual(parseSearch('?q=12&sort=az'), { q: '12', sort: 'az' })
  assert.equal(stringifySearch({ q: 'a b', sort: '', page: undefined }), '?q=a+b')
  assert.equal(stringifySearch({}), '')
})
