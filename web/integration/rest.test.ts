import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEW_REST } from '#engine/integration/rest/restSettings.ts'
import { askedSecrets, foundBy, restForm, restInput, sampleRecord } from './rest.view.ts'

test('what is stored comes back as it was sent', () => {
  const form = { ...restForm(null), pageSize: '50', orderPaths: { ...NEW_REST.orderPaths, code: 'no' } }
  const sent = restInput(form)
  assert.equal(sent.pageSize, 50)
  assert.deepEqual(sent.orderPaths[1], { field: 'code', path: 'no' })
  assert.deepEqual(restForm(null), { ...NEW_REST, pageSize: '100' })
})

test('only the secrets of the way to sign in are asked for', () => {
  assert.deepEqual(askedSecrets('ODOO', 'NONE'), ['apiKey'])
  assert.deepEqual(askedSecrets('REST', 'NONE'), [])
  assert.deepEqual(askedSecrets('REST', 'OAUTH2'), ['clientId', 'clientSecret'])
  assert.equal(askedSecrets('FACTORY_ONLINE', 'NONE').length, 4)
})

test('a line of the mapping shows what its path finds in the last answer', () => {
  const record = sampleRecord(['{"no":7,"product":{"code":"B-8"}}', '{"code":"A"}'])
  assert.ok(record)
  assert.deepEqual(
    [foundBy(record, 'product.code'), foundBy(record, '^.code'), foundBy(record, 'none'), foundBy(record, '')],
    ['B-8', 'A', '', ''],
  )
  assert.equal(foundBy({ value: { text: 'x'.repeat(200) }, parents: [] }, 'text').length, 61)
  assert.equal(sampleRecord([]), null)
})
