import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId, type LossReasonId } from '#engine/ids.ts'
import { annotationsFrom, exampleAnnotation } from '#engine/testing/lossSetups.ts'
import type { EditedStop } from './annotationEdits.ts'
import type { LossAnnotation } from './lossSetup.ts'
import { commonReason, joinedComment, mergeAnnotations, type MergedPiece, problemOfMerge } from './mergeLosses.ts'

const MIN = 60_000
const STOP: EditedStop = { start: 10 * MIN, end: 60 * MIN, kind: 'RULE' }
const [SETUP, JAM] = [asId<LossReasonId>(1), asId<LossReasonId>(2)]

const piece = (id: number, start: number, end: number | null, more: Partial<MergedPiece> = {}): MergedPiece => ({
  id,
  workCenterId: 1,
  source: 'STATUS',
  start: start * MIN,
  end: end === null ? null : end * MIN,
  chainStart: STOP.start,
  shiftStart: 0,
  reasonId: SETUP,
  comment: null,
  ...more,
})
const said = (id: number, start: number, end: number | null, more: Partial<LossAnnotation> = {}): LossAnnotation =>
  exampleAnnotation(id, start * MIN, end === null ? null : end * MIN, {
    startsWithStop: false,
    endsWithStop: false,
    reasonId: SETUP,
    ...more,
  })

const told = (edits: ReturnType<typeof mergeAnnotations>): string[] => {
  const tell = (draft: (typeof edits.added)[number], id: number | string) =>
    `${id} ${draft.startsWithStop ? '<' : ''}${draft.start / MIN}–${draft.end === null ? '' : draft.end / MIN}${draft.endsWithStop ? '>' : ''} ${draft.reasonId ?? '-'}${draft.isOfLoss ? '*' : ''}`
  return [
    ...edits.removed.map((id) => `${id} gone`),
    ...edits.changed.map((one) => tell(one, one.id)),
    ...edits.added.map((one) => tell(one, '+')),
  ]
}
const merge = (pieces: readonly MergedPiece[], annotations: readonly LossAnnotation[], reasonId: LossReasonId | null = JAM, stop = STOP) =>
  told(mergeAnnotations({ stop, pieces, reasonId, annotations }))

describe('pieces that become one', () => {
  it('make one annotation out of several', () => {
    assert.deepEqual(merge([piece(1, 10, 30), piece(2, 30, 60)], [said(1, 10, 30), said(2, 30, 60)]), ['2 gone', '1 <10–60> 2*'])
    assert.deepEqual(merge([piece(1, 10, 30), piece(2, 30, 60)], [said(2, 30, 60)]), ['2 <10–60> 2*'])
    assert.deepEqual(merge([piece(1, 10, 30), piece(2, 30, 60)], []), ['+ <10–60> 2*'])
  })

  it('leave what was said before and after them', () => {
    const annotations = [said(1, 10, 20), said(2, 20, 30), said(3, 30, 40), said(4, 40, 60)]
    assert.deepEqual(merge([piece(2, 20, 30), piece(3, 30, 40)], annotations), ['3 gone', '2 20–40 2*'])
    assert.deepEqual(merge([piece(2, 20, 30), piece(3, 30, 40)], [said(1, 10, 25), said(4, 35, 60)]), [
      '1 10–20 1',
      '4 20–40 2*',
      '+ 40–60 1',
    ])
  })

  it('of a stop that goes on hold as long as it lasts', () => {
    const open: EditedStop = { ...STOP, end: null }
    assert.deepEqual(merge([piece(1, 10, 30), piece(2, 30, null)], [said(1, 10, 30)], JAM, open), ['1 <10–> 2*'])
  })

  it('without a reason are decided by rules, and still one', () => {
    assert.deepEqual(merge([piece(1, 10, 30), piece(2, 30, 60)], [said(1, 10, 30)], null), ['1 <10–60> -*'])
  })

  it('never overlap what else is said, whatever was said before', () => {
    const cuts = fc
      .uniqueArray(fc.integer({ min: 11, max: 59 }), { minLength: 2, maxLength: 6 })
      .map((all) => all.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(cuts, annotationsFrom(8 * MIN), fc.boolean(), (points, drawn, isWhole) => {
        // What speaks of a stop that is over has an end.
        const annotations = drawn.map((one): LossAnnotation => ({ ...one, end: one.end ?? one.start + MIN }))
        const [from = 10, ...others] = isWhole ? [10, ...points, 60] : points
        const edges = [from, ...others]
        const pieces = edges.slice(1).map((end, at) => piece(at + 1, edges[at] ?? from, end))
        const edits = mergeAnnotations({ stop: STOP, pieces, reasonId: JAM, annotations })
        const written = new Map(annotations.map((one) => [one.id, one]))
        for (const id of edits.removed) written.delete(id)
        for (const one of edits.changed) written.set(one.id, one)
        const all = [...written.values(), ...edits.added]
          .filter(({ source }) => source === 'STATUS')
          .toSorted((left, right) => left.start - right.start)
        for (const [at, one] of all.entries()) assert.ok((one.end ?? Infinity) <= (all[at + 1]?.start ?? Infinity), 'two overlap')
        const own = all.filter(({ start, end }) => start < (edges.at(-1) ?? 0) * MIN && (end ?? Infinity) > from * MIN)
        assert.deepEqual(
          own.map(({ start, end, reasonId }) => [start, end, reasonId]),
          [[from * MIN, (edges.at(-1) ?? 0) * MIN, JAM]],
        )
      }),
    )
  })
})

describe('what may become one', () => {
  const codeOf = (...pieces: readonly MergedPiece[]) => problemOfMerge(pieces)?.code ?? null
  it('are pieces of one stop in one shift that touch', () => {
    assert.equal(codeOf(piece(2, 30, 60), piece(1, 10, 30)), null)
    assert.equal(codeOf(piece(1, 10, 30)), 'LENGTH_OUT_OF_RANGE')
    for (const other of [
      piece(2, 40, 60),
      piece(2, 30, 60, { shiftStart: 30 * MIN }),
      piece(2, 30, 60, { chainStart: 30 * MIN }),
      piece(2, 30, 60, { workCenterId: 2 }),
      piece(2, 30, 60, { source: 'SPEED' }),
      piece(1, 10, 30),
    ])
      assert.equal(codeOf(piece(1, 10, 30), other), 'MERGE_NOT_NEIGHBOURS')
    assert.equal(codeOf(piece(1, 10, null), piece(2, 30, 60)), 'MERGE_NOT_NEIGHBOURS')
  })

  it('keep a reason that all have, and ask for one where they differ', () => {
    const ofPerson = (one: MergedPiece) => ({ ...one, reasonSource: one.reasonId === null ? null : ('MANUAL' as const) })
    const reasonOf = (...pieces: readonly MergedPiece[]) => commonReason(pieces.map(ofPerson))
    assert.equal(reasonOf(piece(1, 10, 30), piece(2, 30, 60)), SETUP)
    // What a rule said stays with the rule.
    assert.equal(
      commonReason([piece(1, 10, 30), piece(2, 30, 60, { reasonId: JAM })].map((one) => ({ ...one, reasonSource: 'RULE' as const }))),
      null,
    )
    assert.equal(reasonOf(piece(1, 10, 30, { reasonId: null }), piece(2, 30, 60, { reasonId: null })), null)
    assert.equal(reasonOf(piece(1, 10, 30), piece(2, 30, 60, { reasonId: JAM })), undefined)
    assert.equal(reasonOf(piece(1, 10, 30), piece(2, 30, 60, { reasonId: null })), undefined)
  })

  it('keep what was written, in the order of time, each text once', () => {
    assert.equal(joinedComment([piece(2, 30, 60, { comment: 'b' }), piece(1, 10, 30, { comment: 'a' })]), 'a · b')
    assert.equal(joinedComment([piece(1, 10, 30, { comment: 'a' }), piece(2, 30, 60, { comment: 'a' }), piece(3, 60, 70)]), 'a')
    assert.equal(joinedComment([piece(1, 10, 30)]), null)
  })
})
