import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crumbsOf, sidebarModeOf, visibleGroups } from './navigation.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { authorityOf, targetAfterSignIn } from '#web/base/signInTarget.ts'

const ORIGIN = 'https://plant.example'

/** Spec 000 §2, Breadcrumb keys; the API's begins with the provider. */
const CRUMBS =
  'overview analytics job-orders output boxes settings profile password losses users general-settings bot faq addbox shifts loss-reasons integrations checklists'.split(
    ' ',
  )

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
    visibleGroups('main', isScreen, new Set(['LOSSES'])).map((group) => group.map((item) => item.key)),
    [['boxes'], ['losses']],
  )
  assert.deepEqual(
    visibleGroups('main', isScreen, new Set(['LOSSES', 'SHIFTS'])).map((group) => group.map((item) => item.key)),
    [['boxes'], ['losses', 'shifts']],
  )
  assert.deepEqual(visibleGroups('company', isScreen, new Set(['COMPANY_USERS'])), [])
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
