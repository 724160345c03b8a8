import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultOf } from './many.view.ts'
import { askedAbout, namesOf } from './whoChanged.ts'

test('of several orders it is told how many were done, and of each other one why not', () => {
  const orders = [
    { id: 1, orderCode: 'JO-1', workCenter: null },
    { id: 2, orderCode: 'JO-2', workCenter: { timeZone: 'Asia/Tashkent' } },
    { id: 3, orderCode: 'JO-3', workCenter: null },
  ]
  const none = { errorField: null, errorParams: null }
  const { doneCount, refused } = resultOf(orders, [
    { id: 1, errorCode: null, ...none },
    { id: 2, errorCode: 'REQUIRED', errorField: 'planOutput', errorParams: '{}' },
    { id: 3, errorCode: 'PARALLEL_ORDERS_FULL', errorField: null, errorParams: '{"max":1,"orderCodes":"JO-1"}' },
  ])
  assert.equal(doneCount, 1)
  assert.deepEqual(refused, [
    { id: 2, orderCode: 'JO-2', zone: 'Asia/Tashkent', problem: { code: 'REQUIRED', field: 'planOutput', params: {} } },
    {
      id: 3,
      orderCode: 'JO-3',
      zone: null,
      problem: { code: 'PARALLEL_ORDERS_FULL', field: undefined, params: { max: 1, orderCodes: 'JO-1' } },
    },
  ])
})

test('who was faster is asked of all refused orders at once, and of no others', () => {
  const faster = (by: string) => ({ code: 'INVALID_JOB_ORDER_TRANSITION', params: { action: 'PLAN', status: 'PROGRESS', since: 1, by } })
  const refused = [
    { id: 9, problem: faster('id-of-marek') },
    { id: 4, problem: { code: 'REQUIRED', field: 'planOutput' } },
    { id: 2, problem: faster('id-of-ewa') },
    // A program has no name.
    { id: 3, problem: faster('') },
    { id: 9, problem: faster('id-of-marek') },
  ]
  assert.deepEqual(askedAbout(refused), [2, 9])
  assert.deepEqual(askedAbout(refused.slice(1, 2)), [])
  const [marek, ewa] = [
    { id: 'id-of-marek', fullName: 'Marek' },
    { id: 'id-of-ewa', fullName: 'Ewa' },
  ]
  const names = namesOf([
    { id: 9, events: [{ id: 'e1', createdBy: null }], runs: [{ startedBy: marek }] },
    { id: 2, events: [{ id: 'e2', createdBy: ewa }], runs: [] },
  ])
  assert.deepEqual([names.get('id-of-marek'), names.get('id-of-ewa'), names.get('')], ['Marek', 'Ewa', undefined])
})
