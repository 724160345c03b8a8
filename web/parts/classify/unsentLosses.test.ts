import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LossFieldsFragment } from '#web/api/generated/graphql.ts'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { decisionEdit, LOSS_EDIT, type LossEditBody, mergeEdit, rejoinEdit, splitEdit } from './lossEdit.ts'
import { stopOf, type ShownLoss } from './stops.view.ts'
import { withUnsent } from './unsentLosses.ts'

const [JAM, CLEANING] = [
  { id: 7, name: 'Jam', type: 'UNPLANNED' },
  { id: 8, name: 'Cleaning', type: 'PLANNED' },
] as const
const CUT = Date.parse('2026-05-04T06:10:00Z')
const SAID_AT = Date.parse('2026-05-04T07:00:00Z')

const STOP: LossFieldsFragment & { readonly isValid: boolean } = {
  id: 41,
  workCenterId: 1,
  version: 3,
  timeStart: '2026-05-04T06:00:00.000Z',
  timeEnd: '2026-05-04T06:20:00.000Z',
  kind: 'OFF',
  source: 'STATUS',
  lossLevel: 2,
  isScheduledLoss: false,
  isProvisional: false,
  isApproved: false,
  editRefusal: null,
  reasonSource: null,
  updatedOn: null,
  updatedBy: null,
  comment: null,
  statusRule: null,
  reason: null,
  isValid: true,
}

function entries(...bodies: readonly LossEditBody[]): readonly OutboxEntry[] {
  return bodies.map((body, index) => ({
    id: index + 1,
    key: String(index),
    owner: 'anna@acme',
    kind: LOSS_EDIT,
    madeAt: SAID_AT,
    body,
    refusal: null,
  }))
}

const told = (losses: readonly ShownLoss[]) =>
  losses.map(({ timeStart, timeEnd, reason, isUnsent }) => [
    timeStart.slice(11, 16),
    timeEnd?.slice(11, 16),
    reason?.name ?? null,
    isUnsent,
  ])

test('a stop that is cut without a connection is shown in its parts with their reasons', () => {
  const cut = splitEdit(stopOf(STOP), [CUT], [JAM, CLEANING], SAID_AT)
  const shown = withUnsent([STOP], entries(cut))
  assert.deepEqual(told(shown), [
    ['06:00', '06:10', 'Jam', true],
    ['06:10', '06:20', 'Cleaning', true],
  ])
  assert.deepEqual([shown[0]?.id, shown[1]?.isValid], [41, true])
  assert.ok((shown[1]?.id ?? 1) < 0)
  assert.deepEqual(told(withUnsent([STOP], entries(splitEdit(stopOf(STOP), [CUT], [null, JAM], SAID_AT)))), [
    ['06:00', '06:10', null, true],
    ['06:10', '06:20', 'Jam', true],
  ])
})

test('a part that the server does not know has an id that no loss has, also one that is not valid any more', () => {
  const partsOf = (stop: typeof STOP) =>
    withUnsent([stop], entries(splitEdit(stopOf(stop), [CUT], [JAM, CLEANING], SAID_AT))).map(({ id }) => id)
  const [kept, part] = partsOf(STOP)
  assert.equal(kept, 41)
  // An invalid loss has the negative id of its annotation, which is a 32-bit number.
  assert.ok((part ?? 0) < -(2 ** 31) && Number.isSafeInteger(part))
  assert.notEqual(partsOf({ ...STOP, id: 42, workCenterId: 2 })[1], part)
  assert.deepEqual(partsOf(STOP), [kept, part])
})

test('what joins the parts again says which reasons they had', () => {
  const stop = stopOf(STOP)
  assert.deepEqual(rejoinEdit(stop, [JAM, CLEANING], null).edit.baseReasonIds, [JAM.id, CLEANING.id])
  const parts = [
    { ...stop, reasonId: JAM.id },
    { ...stop, reasonId: null },
  ]
  assert.deepEqual(mergeEdit(parts, CLEANING.id, null)?.edit.baseReasonIds, [JAM.id])
})

test('a part that the server does not know is spoken of by its time', () => {
  const cut = splitEdit(stopOf(STOP), [CUT], [JAM, CLEANING], SAID_AT)
  const [, later] = withUnsent([STOP], entries(cut))
  assert.ok(later)
  const other = decisionEdit({ stop: stopOf(later), reasonId: JAM.id, reason: JAM.name, comment: null, type: JAM.type }, SAID_AT)
  assert.equal('lossId' in other.edit, false)
  assert.deepEqual([other.edit.timeStart, other.edit.timeEnd], ['2026-05-04T06:10:00.000Z', '2026-05-04T06:20:00.000Z'])
  assert.deepEqual(told(withUnsent([STOP], entries(cut, other))), [
    ['06:00', '06:10', 'Jam', true],
    ['06:10', '06:20', 'Jam', true],
  ])
})

test('what takes a cut back shows the stop as it was', () => {
  const stop = stopOf(STOP)
  const cut = splitEdit(stop, [CUT], [JAM, CLEANING], SAID_AT)
  assert.deepEqual(told(withUnsent([STOP], entries(cut, rejoinEdit(stop, [JAM, CLEANING], SAID_AT)))), [['06:00', '06:20', null, true]])
})

test('what was cut by the server meanwhile is only marked, and a refused entry changes nothing', () => {
  const cut = splitEdit(stopOf(STOP), [CUT], [JAM, CLEANING], SAID_AT)
  const shorter = { ...STOP, timeEnd: '2026-05-04T06:10:00.000Z' }
  assert.deepEqual(told(withUnsent([shorter], entries(cut))), [['06:00', '06:10', null, true]])
  const refused = entries(cut).map((entry) => ({ ...entry, refusal: { code: 'GONE', detail: null } }))
  assert.deepEqual(withUnsent([STOP], refused), [STOP])
})
