import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { LossReasonId, UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import {
  piecesOfLateEdit,
  piecesOfLateMerge,
  verdictOfLateEdit,
  verdictOfPieces,
  wordsOfLateEdit,
  wordsOfLateMerge,
} from './lateLossEdit.ts'
import type { LateLossEdit, LateVerdict, PresentLoss } from './lateLossEdit.ts'

const JAM = asId<LossReasonId>(1)
const SETUP = asId<LossReasonId>(2)
const ME = asId<UserId>('0190a1b2-0000-7000-8000-00000000000a')
const OLENA = asId<UserId>('0190a1b2-0000-7000-8000-00000000000b')
/** Minutes of the clock after ten. */
const at = (minute: number) => Date.UTC(2026, 10, 22, 10, minute)

const EDIT: LateLossEdit = {
  userId: ME,
  at: at(31),
  baseVersion: 3,
  baseReasonIds: [null],
  reasonId: JAM,
  comment: undefined,
  recuts: false,
}
const PLAIN: PresentLoss = {
  reasonId: null,
  isByPerson: false,
  comment: null,
  isApproved: false,
  isShiftConfirmed: false,
  version: 3,
  reasonBy: null,
  reasonAt: null,
  commentBy: null,
  commentAt: null,
}
const said = (by: UserId, reasonId: LossReasonId, minute: number, version = 4): PresentLoss => ({
  ...PLAIN,
  reasonId,
  isByPerson: true,
  version,
  reasonBy: by,
  reasonAt: at(minute),
})

const commented = (present: PresentLoss, by: UserId, comment: string, minute: number, version = present.version): PresentLoss => ({
  ...present,
  version,
  comment,
  commentBy: by,
  commentAt: at(minute),
})
const NOTE: Partial<LateLossEdit> = { reasonId: undefined, comment: 'late' }
const BOTH: Partial<LateLossEdit> = { comment: 'late' }

describe('an edit that arrives late (S-28a)', () => {
  const cases: readonly (readonly [string, Partial<LateLossEdit>, PresentLoss, LateVerdict])[] = [
    ['no reason, in a newer version', {}, { ...PLAIN, version: 5 }, 'APPLY'],
    ['the reason of a rule', {}, { ...PLAIN, reasonId: SETUP, version: 4 }, 'APPLY'],
    ['the reason of a rule that is the one given', {}, { ...PLAIN, reasonId: JAM, version: 4 }, 'APPLY'],
    ['Setup by Olena at 10:42', {}, said(OLENA, SETUP, 42), 'CONFLICT'],
    ['Setup by Olena before it, unseen', {}, said(OLENA, SETUP, 20), 'CONFLICT'],
    ['Setup by Olena that was seen', { baseVersion: 4 }, said(OLENA, SETUP, 20), 'APPLY'],
    ['Setup by Olena that was seen, before the stop was cut elsewhere', { baseReasonIds: [SETUP] }, said(OLENA, SETUP, 20, 6), 'APPLY'],
    ['Jam by Olena at 10:20', {}, said(OLENA, JAM, 20), 'SAME'],
    ['Setup by the same person from a phone at 10:25', {}, said(ME, SETUP, 25), 'APPLY'],
    ['Setup by the same person later, at 10:42', {}, said(ME, SETUP, 42), 'SUPERSEDED'],
    ['a confirmed shift', {}, { ...PLAIN, isShiftConfirmed: true }, 'SHIFT_CONFIRMED'],
    ['a confirmed shift that says the same', {}, { ...said(OLENA, JAM, 20), isShiftConfirmed: true }, 'SAME'],
    ['an approved loss', {}, { ...said(OLENA, SETUP, 42), isApproved: true }, 'LOSS_APPROVED'],
    ['a clock that the device never learned, and Setup by the same person', { at: null }, said(ME, SETUP, 25), 'CONFLICT'],
    ['a clock that the device never learned, and Setup by Olena', { at: null }, said(OLENA, SETUP, 25), 'CONFLICT'],
    [
      'a clock that the device never learned, and Setup by Olena that was seen',
      { at: null, baseVersion: 4 },
      said(OLENA, SETUP, 25),
      'APPLY',
    ],
    [
      'a clock that the device never learned, and what the same person had said there',
      { at: null, baseReasonIds: [JAM, SETUP] },
      said(ME, SETUP, 25),
      'APPLY',
    ],
    ['a clock that the device never learned, and no reason', { at: null }, PLAIN, 'APPLY'],
    [
      'a comment of Olena, unseen',
      { reasonId: undefined, comment: 'mine' },
      commented(said(OLENA, SETUP, 42), OLENA, 'hers', 42),
      'CONFLICT',
    ],
    ['Setup by the same person, on which Olena commented later', {}, commented(said(ME, SETUP, 25), OLENA, 'hers', 42), 'APPLY'],
    ['Setup by Olena, on which the same person commented later', {}, commented(said(OLENA, SETUP, 20), ME, 'mine', 28), 'CONFLICT'],
    ['Setup by the same person later, and a comment from before', NOTE, commented(said(ME, SETUP, 42), ME, 'older', 20), 'APPLY'],
    ['a comment of the same person later, on Setup from before', NOTE, commented(said(ME, SETUP, 20), ME, 'newer', 37), 'SUPERSEDED'],
    ['a comment of the same person later, and no reason', BOTH, commented(PLAIN, ME, 'newer', 37, 5), 'APPLY'],
    ['a comment of Olena, and Setup by the same person', BOTH, commented(said(ME, SETUP, 20), OLENA, 'hers', 25), 'CONFLICT'],
    ['reason and comment of the same person later', BOTH, commented(said(ME, SETUP, 42), ME, 'newer', 43), 'SUPERSEDED'],
    ['no comment, and Setup by Olena', { reasonId: undefined, comment: 'mine' }, said(OLENA, SETUP, 42), 'APPLY'],
    ['a reason that is taken away, of a loss without one', { reasonId: null }, PLAIN, 'SAME'],
    ['a reason that is taken away, of one by Olena', { reasonId: null }, said(OLENA, SETUP, 42), 'CONFLICT'],
    ['a cut where the same is said', { recuts: true }, said(OLENA, JAM, 20), 'APPLY'],
  ]
  for (const [name, edit, present, verdict] of cases)
    it(`${verdict} where there is ${name}`, () => assert.equal(verdictOfLateEdit({ ...EDIT, ...edit }, present), verdict))

  it('says of reason and comment what the same person did not say otherwise later', () => {
    const edit = { ...EDIT, ...BOTH }
    const words = (present: PresentLoss) => wordsOfLateEdit(edit, present)
    assert.deepEqual(words(commented(said(ME, SETUP, 20), ME, 'newer', 37)), { reasonId: JAM, comment: undefined })
    assert.deepEqual(words(commented(said(ME, SETUP, 42), ME, 'older', 20)), { reasonId: undefined, comment: 'late' })
    assert.deepEqual(words(commented(said(ME, SETUP, 42, 3), ME, 'newer', 43)), { reasonId: JAM, comment: 'late' })
  })

  it('of several pieces is applied to all or none', () => {
    assert.equal(verdictOfPieces(['SAME', 'APPLY']), 'APPLY')
    assert.equal(verdictOfPieces(['APPLY', 'CONFLICT']), 'CONFLICT')
    assert.equal(verdictOfPieces(['SAME', 'SAME']), 'SAME')
    assert.equal(verdictOfPieces(['CONFLICT', 'SHIFT_CONFIRMED']), 'SHIFT_CONFIRMED')
  })

  it('reaches the pieces of which the same person said nothing later', () => {
    assert.equal(verdictOfPieces(['SUPERSEDED', 'APPLY']), 'APPLY')
    assert.equal(verdictOfPieces(['SUPERSEDED', 'SAME']), 'SUPERSEDED')
  })

  it('joins pieces with what the same person said later of one of them', () => {
    const edit = { ...EDIT, ...BOTH, recuts: true }
    const free = { edit, present: { ...PLAIN, version: 5 } }
    assert.deepEqual(wordsOfLateMerge([free, free]), { reasonId: JAM, comment: 'late' })
    assert.deepEqual(wordsOfLateMerge([free, { edit, present: commented(PLAIN, ME, 'newer', 37, 5) }]), {
      reasonId: JAM,
      comment: undefined,
    })
    assert.deepEqual(wordsOfLateMerge([free, { edit, present: said(ME, SETUP, 42) }]), { reasonId: undefined, comment: 'late' })
  })
})

describe('the losses that a late edit is about', () => {
  const piece = (id: number, start: number, end: number, chain = 0) => ({
    id,
    start: start * MINUTE_MS,
    end: end * MINUTE_MS,
    chainStart: chain * MINUTE_MS,
  })
  const seen = { start: 0, end: 10 * MINUTE_MS }
  const idsOf = (pieces: readonly { readonly id: number }[]) => pieces.map(({ id }) => id)

  it('are the piece that covers half of the time that was seen', () => {
    assert.deepEqual(idsOf(piecesOfLateEdit(seen, [piece(1, 0, 5), piece(2, 6, 10, 6)], null)), [1])
    assert.deepEqual(idsOf(piecesOfLateEdit(seen, [piece(1, -60, 60)], null)), [1])
  })

  it('else all pieces of the stop that covers half of it', () => {
    assert.deepEqual(idsOf(piecesOfLateEdit(seen, [piece(2, 3, 6), piece(1, 0, 3)], null)), [1, 2])
    assert.deepEqual(piecesOfLateEdit(seen, [piece(1, 0, 3), piece(2, 6, 8, 6)], null), [])
  })

  it('and none where the machine worked', () => {
    assert.deepEqual(piecesOfLateEdit(seen, [], null), [])
    assert.deepEqual(piecesOfLateEdit(seen, [piece(1, 0, 4)], null), [])
  })

  it('tell losses of one instant apart by their id', () => {
    const instant = { start: 0, end: 1 }
    const rejects = [1, 2, 3].map((id) => ({ id, ...instant, chainStart: 0 }))
    assert.deepEqual(idsOf(piecesOfLateEdit(instant, rejects, 2)), [2])
    assert.deepEqual(idsOf(piecesOfLateEdit(instant, rejects, 9)), [1])
  })

  it('of a merge lie in the time by half of their own', () => {
    assert.deepEqual(idsOf(piecesOfLateMerge(seen, [piece(2, 5, 10), piece(1, 0, 5), piece(3, 9, 20)])), [1, 2])
  })
})
