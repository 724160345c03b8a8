import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CombinedError } from 'urql'
import { failedCall } from './failedCall.ts'

const refusedWith = (extensions: Record<string, unknown>) => new CombinedError({ graphQLErrors: [{ message: 'refused', extensions }] })

test('a refusal keeps what its sentence names, so that it says how many and which', () => {
  const params = { max: 2, orderCodes: 'JO-1, JO-2' }
  assert.deepEqual(failedCall(refusedWith({ code: 'PARALLEL_ORDERS_FULL', field: 'running', params })), {
    code: 'PARALLEL_ORDERS_FULL',
    field: 'running',
    params,
    detail: null,
  })
})

test('a lost connection and what nobody can read are sent again, and who is not signed in signs in first', () => {
  assert.equal(failedCall(new CombinedError({ networkError: new Error('lost') })), 'AWAY')
  assert.equal(failedCall(refusedWith({})), 'AWAY')
  assert.equal(failedCall(undefined), 'AWAY')
  assert.equal(failedCall(refusedWith({ code: 'SERVICE_UNAVAILABLE' })), 'AWAY', 'the database is away')
  assert.equal(failedCall(refusedWith({ code: 'UNAUTHENTICATED' })), 'SIGN_IN')
})
