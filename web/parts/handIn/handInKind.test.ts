import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '#web/parts/outbox/outboxEntry.ts'
import { CHECKLIST_HAND_IN, handedInHere } from './handInKind.ts'

const entry = (id: number, more: Partial<OutboxEntry>): OutboxEntry => ({
  id,
  key: String(id),
  owner: 'ann',
  kind: CHECKLIST_HAND_IN,
  madeAt: 0,
  body: { input: { occurrenceId: id, answers: [] }, name: 'Oil round', place: 'Press' },
  refusal: null,
  ...more,
})

test('what was handed in here is not asked for again until it is sent; what was refused, and what is not a checklist, is', () => {
  const refused = entry(2, { refusal: { code: 'NOT_FOUND', detail: null } })
  assert.deepEqual([...handedInHere([entry(1, {}), refused, entry(3, { kind: 'NOTE' }), entry(4, {})])], [1, 4])
})
