import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LossEditBody } from './lossEdit.ts'
import { presentLoss, saidInConflict } from './lossEditKind.ts'

const EDIT = { workCenterId: 1, timeStart: '2026-11-22T10:00:00Z', baseVersion: 3 } as const
const body = (said: { readonly reasonId?: number; readonly comment?: string }): LossEditBody => ({
  lossId: 1,
  edit: { ...EDIT, ...said },
  shown: { reason: null, reasonType: 'UNPLANNED', comment: null, isReason: true },
})
const LOSS = { id: 1, version: 5, timeStart: EDIT.timeStart, updatedBy: { fullName: 'Pavlo' }, updatedOn: '2026-11-22T10:42:00Z' }
const SAID = {
  reasonBy: { fullName: 'Olena' },
  reasonAt: '2026-11-22T10:20:00Z',
  commentBy: { fullName: 'Pavlo' },
  commentAt: '2026-11-22T10:42:00Z',
}

describe('whose words speak against a decision that came late', () => {
  const told = (detail: object, said: Parameters<typeof body>[0]) => {
    const present = presentLoss({ code: 'CONFLICT', field: undefined, detail })
    assert.ok(present)
    const { name, at } = saidInConflict(body(said), present)
    return [name, at === null ? null : new Date(at).toISOString().slice(11, 16)]
  }

  it('are those of who gave the reason, whoever commented later', () =>
    assert.deepEqual(told({ ...LOSS, ...SAID }, { reasonId: 2 }), ['Olena', '10:20']))
  it('are those of who commented, where the decision is a comment', () =>
    assert.deepEqual(told({ ...LOSS, ...SAID }, { comment: 'mine' }), ['Pavlo', '10:42']))
  it('are the last ones in an entry that an older version kept', () => assert.deepEqual(told(LOSS, { reasonId: 2 }), ['Pavlo', '10:42']))
})
