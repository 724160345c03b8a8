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

type StoredRest = NonNullable<Parameters<typeof restForm>[0]>

test('settings that were stored are sent without the names of types that the cache adds', () => {
  const sent = restInput(restForm(null))
  const named = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ ...row, __typename: 'Row' }))
  const stored: StoredRest = {
    ...NEW_REST,
    firstPage: 1,
    placePaths: named(sent.placePaths),
    orderPaths: named(sent.orderPaths),
    statuses: named(NEW_REST.statuses),
    __typename: 'RestSettings',
  }
  const form = restForm(stored)
  assert.equal(JSON.stringify([form, restInput(form)]).includes('__typename'), false)
  assert.deepEqual(restInput(form).orderPaths, sent.orderPaths)
})

test('a size of pages that is no number is refused as the field', () => {
  assert.deepEqual(
    ['', '12a', '2.5', '9999999999', '50'].map((pageSize) => restInput({ ...restForm(null), pageSize }).pageSize),
    [0, 0, 0, 0, 50],
  )
})

test('only the secrets of the way to sign in are asked for', () => {
  assert.deepEqual(askedSecrets('CSV', 'NONE'), [])
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
