import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConfirmFormFragment } from '#web/api/generated/graphql.ts'
import { newDraft, readDraft } from './confirm.view.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { OUTPUT_CONFIRM } from './confirmAct.ts'
import { withoutKept } from './sheetForm.view.ts'
import { divisionOf, isDivided, ordersAgain, problemOfLines, rulesOfLine, withoutKeptOfAll } from './together.view.ts'

const order = (id: number, planOutput: number) => ({ id, orderCode: `JO-${id}`, planOutput, acceptedOutput: 0, product: null })
const [A, B] = [order(1, 100), order(2, 500)]
const form: ConfirmFormFragment = {
  jobOrder: null,
  totalOutput: 150,
  acceptedOutput: 145,
  rejectedOutput: 5,
  isShared: true,
  together: [A, B],
  countedTo: '2026-05-04T08:00:00.000Z',
  countingOutputIIoTId: 1,
  calculationType: 'ACCEPTED_AND_REJECTED',
  measurementUnit: { code: 'pcs', shortName: 'pcs' },
  isWhole: true,
  isReasonRequired: false,
  mayFollow: true,
  qualityReasons: [],
  problem: null,
}
const read = (line: typeof A, accepted: string, rejected = '0') =>
  readDraft({ ...newDraft('ACCEPTED_AND_REJECTED'), texts: { accepted, rejected } }, rulesOfLine(form, line, false), 'en')

test('a count of several orders is divided between them, and of one order alone it is not (J-6)', () => {
  assert.deepEqual([isDivided(form), isDivided({ ...form, isShared: false }), isDivided({ ...form, together: [A] })], [true, false, false])
})

test('a line says nothing before somebody types, and is judged by the plan of its own order', () => {
  const empty = readDraft(newDraft('ACCEPTED_AND_REJECTED'), rulesOfLine(form, A, false), 'en')
  assert.deepEqual([empty.total, empty.overPlanBy], [0, null])
  assert.deepEqual([read(A, '110').overPlanBy, read(B, '110').overPlanBy], [10, null])
})

test('what no line has yet is left, and what is said beyond the count is told', () => {
  assert.deepEqual(divisionOf(form, [read(A, '98', '2'), read(B, '40')]), { accepted: 138, rejected: 2, left: 10 })
  assert.equal(divisionOf(form, [read(A, '100'), read(B, '60')]).left, -10)
})

test('an empty line stands in no way of the others; nothing said at all does, and so does a wrong line', () => {
  assert.equal(problemOfLines([read(A, '0'), read(B, '50')]), null)
  assert.equal(problemOfLines([read(A, '0'), read(B, '0')])?.code, 'OUTPUT_NOT_POSITIVE')
  assert.equal(problemOfLines([read(A, '10'), read(B, '0.5')])?.code, 'NOT_WHOLE')
})

const kept = (jobOrderId: number, acceptedOutput: number, rejectedOutput: number): OutboxEntry => ({
  id: jobOrderId,
  key: `k${jobOrderId}`,
  owner: 'anna',
  kind: OUTPUT_CONFIRM,
  madeAt: 0,
  body: { variables: { workCenterId: 7, jobOrderId, acceptedOutput, rejectedOutput }, orderCode: null, place: 'Press' },
  refusal: null,
})

test('what was divided here and waits for a connection is not divided a second time, whichever order it was said of (J-42)', () => {
  const left = (entries: readonly OutboxEntry[]) => divisionOf(withoutKeptOfAll(form, entries, 7), []).left
  assert.equal(left([]), 150)
  assert.equal(left([kept(1, 98, 2), kept(2, 40, 0)]), 10)
  assert.equal(left([kept(1, 100, 0), kept(2, 50, 0)]), 0)
  assert.equal(left([kept(3, 50, 0)]), 150)
})

test('rejects beyond those that the machine counted are taken off what it counted as accepted', () => {
  const { acceptedOutput, rejectedOutput, totalOutput } = withoutKept(form, { accepted: 135, rejected: 15 })
  assert.deepEqual([acceptedOutput, rejectedOutput, totalOutput], [0, 0, 0])
})

test('orders that had a line keep it when the count is asked anew, as they are now where they still wait', () => {
  const C = order(3, 50)
  const again = ordersAgain([A, B], [{ ...B, acceptedOutput: 40 }, C])
  assert.deepEqual(again, [A, { ...B, acceptedOutput: 40 }, C])
  assert.deepEqual(ordersAgain([A, B], []), [A, B])
})
