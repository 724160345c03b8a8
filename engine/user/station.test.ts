import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOfActing, problemOfStation } from './station.ts'

test('a station names people who are assigned to all that is written about', () => {
  assert.equal(problemOfActing({ isStation: true, assigned: [3, 5], workCenterIds: [3], isProven: true }), null)
  assert.equal(problemOfActing({ isStation: true, assigned: [3, 5], workCenterIds: [5, 3], isProven: true }), null)
  assert.deepEqual(problemOfActing({ isStation: true, assigned: [3], workCenterIds: [3, 5], isProven: true }), {
    code: 'NOT_ASSIGNED',
    field: 'actingUserId',
    params: { id: 5 },
  })
  assert.deepEqual(problemOfActing({ isStation: true, assigned: [], workCenterIds: [3], isProven: true })?.code, 'NOT_ASSIGNED')
})

test('where no work center is written about, a station names people who are assigned to one at all', () => {
  assert.equal(problemOfActing({ isStation: true, assigned: [3], workCenterIds: [], isProven: true }), null)
  assert.deepEqual(problemOfActing({ isStation: true, assigned: [], workCenterIds: [], isProven: true }), {
    code: 'NOT_ASSIGNED',
    field: 'actingUserId',
  })
})

test('a person who has to prove that they work there is named only with a proof, and told so only where they could be named', () => {
  const acting = { isStation: true, assigned: [3], workCenterIds: [3], isProven: false }
  assert.deepEqual(problemOfActing(acting), { code: 'PIN_REQUIRED', field: 'actingUserId' })
  assert.equal(problemOfActing({ ...acting, workCenterIds: [5] })?.code, 'NOT_ASSIGNED')
})

test('another account names nobody, also nobody who is assigned', () => {
  assert.deepEqual(problemOfActing({ isStation: false, assigned: [3], workCenterIds: [3], isProven: true }), {
    code: 'NOT_A_STATION',
    field: 'actingUserId',
  })
})

test("only an operator's account is a station", () => {
  assert.equal(problemOfStation({ role: 'OPERATOR', isStation: true }), null)
  assert.equal(problemOfStation({ role: 'ADMIN', isStation: false }), null)
  for (const role of ['ADMIN', 'USER', 'GUEST', 'PROVIDER_ADMIN'])
    assert.equal(problemOfStation({ role, isStation: true })?.code, 'STATION_NOT_OPERATOR')
})
