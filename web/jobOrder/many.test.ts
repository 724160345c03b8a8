import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultOf } from './many.view.ts'

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
