import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interactionPath, pageOf } from './identityPage.view.ts'

test('the interaction is read from the address of the page', () => {
  assert.equal(interactionPath('/identity/interaction/aB_3-x'), '/identity/interaction/aB_3-x')
  for (const other of ['/identity.html', '/identity/interaction/', '/identity/interaction/a/b']) assert.equal(interactionPath(other), null)
})

test('every path has its page, with or without a slash at the end', () => {
  assert.deepEqual(
    ['/registration', '/password/reset/', '/password/restore', '/password/activate', '/invitation', '/terms', '/privacy'].map(
      (path) => pageOf(path).kind,
    ),
    ['registration', 'reset', 'restore', 'activate', 'invitation', 'terms', 'privacy'],
  )
  assert.deepEqual(pageOf('/identity.html'), { kind: 'signIn', interaction: null })
  assert.deepEqual(pageOf('/constructor'), { kind: 'signIn', interaction: null })
})
