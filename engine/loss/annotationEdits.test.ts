import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId, type LossAnnotationId, type LossReasonId } from '#engine/ids.ts'
import { annotationsFrom, exampleAnnotation } from '#engine/testing/lossSetups.ts'
import { annotatedStretches } from './annotatedStretches.ts'
import type { AnnotationEdits, EditedStop } from './annotationEdits.ts'
import { classifyAnnotation } from './classifyAnnotation.ts'
import type { LossAnnotation } from './lossSetup.ts'
import { manualLossAnnotation, validateManualLoss } from './manualLoss.ts'
import { splitAnnotations, validateSplit } from './splitStop.ts'

const MIN = 60_000
const CLOSED: EditedStop = { start: 10 * MIN, end: 60 * MIN, kind: 'RULE' }
const OPEN: EditedStop = { ...CLOSED, end: null }
const reasonId = asId<LossReasonId>(3)
const whole = { start: 10 * MIN, end: 60 * MIN }

/** Each annotation to write as `id from–to reason`, `<` and `>` where its edge is the stop's, `*` for the edited loss. */
function told({ removed, changed, added }: AnnotationEdits): string[] {
  const tell = (draft: AnnotationEdits['added'][number], id: number | string): string =>
    `${id} ${draft.startsWithStop ? '<' : ''}${draft.start / MIN}–${draft.end === null ? '' : draft.end / MIN}${draft.endsWithStop ? '>' : ''} ${draft.reasonId ?? '-'}${draft.isOfLoss ? '*' : ''}`
  return [...removed.map((id) => `${id} gone`), ...changed.map((one) => tell(one, one.id)), ...added.map((one) => tell(one, '+'))]
}

function said(id: number, start: number, end: number | null, more: Partial<LossAnnotation> = {}): LossAnnotation {
  return exampleAnnotation(id, start * MIN, end === null ? null : end * MIN, more)
}

describe('classifying a loss', () => {
  const classify = (more: Partial<Parameters<typeof classifyAnnotation>[0]>): string[] =>
    told(classifyAnnotation({ stop: CLOSED, loss: whole, reasonId, scope: 'LOSS', annotations: [], ...more }))

  it('makes an annotation whose edges are the stop’s', () => assert.deepEqual(classify({}), ['+ <10–60> 3*']))
  it('of a stop that goes on holds as long as it lasts, also over shifts to come (S-22a)', () => {
    assert.deepEqual(classify({ stop: OPEN, loss: { start: 10 * MIN, end: null } }), ['+ <10–> 3*'])
    assert.deepEqual(classify({ stop: OPEN, loss: { start: 10 * MIN, end: 30 * MIN } }), ['+ <10–> 3*'])
  })
  it('stays with the piece when it is not copied, and when the stop is over', () => {
    assert.deepEqual(classify({ stop: OPEN, loss: { start: 10 * MIN, end: 30 * MIN }, isCopiedOnward: false }), ['+ <10–30 3*'])
    assert.deepEqual(classify({ loss: { start: 10 * MIN, end: 30 * MIN } }), ['+ <10–30 3*'])
  })
  it('copies onward only over what nobody gave a reason', () => {
    const annotations = [said(1, 30, 40, { reasonId: asId<LossReasonId>(1) })]
    assert.deepEqual(classify({ stop: OPEN, loss: { start: 10 * MIN, end: 30 * MIN }, annotations }), ['+ <10–30 3*', '+ 40–> 3'])
  })
  it('changes with the loss what was copied onward from it, so that taking it back leaves nothing (S-22a)', () => {
    const annotations = [said(1, 10, null, { startsWithStop: true, endsWithStop: true, reasonId: asId<LossReasonId>(1) })]
    const loss = { start: 10 * MIN, end: 30 * MIN }
    assert.deepEqual(classify({ stop: OPEN, loss, annotations, reasonId: null }), ['1 <10–> -*'])
    assert.deepEqual(classify({ stop: OPEN, loss, annotations }), ['1 <10–> 3*'])
    assert.deepEqual(classify({ stop: OPEN, loss, annotations, reasonId: null, isCopiedOnward: false }), ['1 <10–30 -*', '+ 30–> 1'])
  })
  it('leaves what was said apart of a later piece', () => {
    const annotations = [
      said(1, 10, 30, { startsWithStop: true, reasonId: asId<LossReasonId>(1) }),
      said(2, 30, null, { endsWithStop: true, reasonId: asId<LossReasonId>(1) }),
    ]
    assert.deepEqual(classify({ stop: OPEN, loss: { start: 10 * MIN, end: 30 * MIN }, annotations, reasonId: null }), ['1 <10–30 -*'])
  })
  it('changes the annotation that the loss has, and keeps its place where the stop moved', () => {
    const annotations = [said(1, 15, 50, { startsWithStop: true, endsWithStop: true, reasonId: asId<LossReasonId>(1) })]
    assert.deepEqual(classify({ annotations }), ['1 <10–60> 3*'])
    assert.deepEqual(classify({ annotations, reasonId: null }), ['1 <10–60> -*'])
    assert.deepEqual(classify({ annotations, reasonId: undefined }), ['1 <10–60> 1*'])
  })
  it('cuts an annotation of more than the loss', () => {
    const annotations = [said(1, 10, 60, { startsWithStop: true, endsWithStop: true, reasonId: asId<LossReasonId>(1) })]
    const loss = { start: 30 * MIN, end: 40 * MIN }
    assert.deepEqual(classify({ annotations, loss }), ['1 <10–30 1', '+ 30–40 3*', '+ 40–60> 1'])
  })
  it('leaves what an annotation says about another stop', () => {
    const annotations = [said(1, 0, 80, { reasonId: asId<LossReasonId>(1) })]
    assert.deepEqual(classify({ annotations }), ['1 0–10 1', '+ <10–60> 3*', '+ 60–80 1'])
  })
  it('of the whole stop keeps its pieces', () => {
    const annotations = [said(1, 10, 30), said(2, 40, 60, { endsWithStop: true })]
    assert.deepEqual(classify({ annotations, scope: 'STOP' }), ['1 <10–30 3*', '2 40–60> 3', '+ 30–40 3'])
  })
})

describe('splitting a loss', () => {
  const codes = (points: readonly number[], end: number | null = 60 * MIN): string[] =>
    validateSplit({ start: 10 * MIN, end }, points, 50 * MIN).map((problem) => problem.code)

  it('needs points strictly inside, on whole seconds, each once (S-26, E-40)', () => {
    assert.deepEqual(codes([]), ['SPLIT_POINT_REQUIRED'])
    assert.deepEqual(codes(Array.from({ length: 101 }, (_, second) => 11 * MIN + second * 1000)), ['LENGTH_OUT_OF_RANGE'])
    assert.deepEqual(codes(Array.from({ length: 100 }, (_, second) => 11 * MIN + second * 1000)), [])
    assert.deepEqual(codes([10 * MIN]), ['SPLIT_POINT_OUTSIDE'])
    assert.deepEqual(codes([60 * MIN]), ['SPLIT_POINT_OUTSIDE'])
    assert.deepEqual(codes([55 * MIN]), [])
    assert.deepEqual(codes([55 * MIN], null), ['SPLIT_POINT_OUTSIDE'])
    assert.deepEqual(codes([20 * MIN, 20 * MIN]), ['SPLIT_POINT_TWICE'])
    assert.deepEqual(codes([20 * MIN + 1]), ['SPLIT_POINT_NOT_WHOLE_SECOND'])
    assert.deepEqual(validateSplit({ start: 10 * MIN, end: null }, [0], 50 * MIN), [
      { code: 'SPLIT_POINT_OUTSIDE', field: 'splitPoints.0', params: { at: 0, from: 10 * MIN, to: 50 * MIN } },
    ])
  })
  it('keeps the reason and the annotation on the first piece, unless given others', () => {
    const annotations = [said(1, 10, 60, { startsWithStop: true, endsWithStop: true, reasonId })]
    const input = { stop: CLOSED, loss: whole, points: [40 * MIN, 20 * MIN], annotations }
    assert.deepEqual(told(splitAnnotations(input)), ['1 <10–20 3*', '+ 20–40 3', '+ 40–60> 3'])
    const given = splitAnnotations({ ...input, reasonIds: [undefined, asId<LossReasonId>(1), null] })
    assert.deepEqual(told(given), ['1 <10–20 3*', '+ 20–40 1', '+ 40–60> -'])
  })
  it('without a reason of a person leaves them to the rules; an open loss stays open', () => {
    assert.deepEqual(told(splitAnnotations({ stop: OPEN, loss: { start: 10 * MIN, end: null }, points: [20 * MIN], annotations: [] })), [
      '+ <10–20 -*',
      '+ 20–> -',
    ])
  })
})

it('an edit keeps annotations apart, and the time of what they say of the stop', () => {
  const seconds = fc.integer({ min: 1, max: 6000 }).map((second) => second * 1000)
  fc.assert(
    fc.property(annotationsFrom(0), seconds, seconds, fc.array(seconds, { maxLength: 4 }), fc.boolean(), (all, a, b, points, isOpen) => {
      const stop = { start: Math.min(a, b), end: isOpen ? null : Math.max(a, b) + 1000, kind: 'RULE' as const }
      const annotations = all.filter((one) => one.end !== null || one.start >= stop.start)
      const cells = stretchesOf(stop, annotations)
      const [loss] = cells.slice(points.length % Math.max(1, cells.length))
      if (!loss) return
      const piece = { start: loss.start, end: loss.end === Infinity ? null : loss.end }
      const inside = points.filter((point) => loss.start < point && point < loss.end)
      for (const edits of [
        splitAnnotations({ stop, loss: piece, points: inside, annotations }),
        classifyAnnotation({ stop, loss: piece, reasonId, scope: 'LOSS', isCopiedOnward: false, annotations }),
      ]) {
        const after = apply(annotations, edits)
        for (const [index, one] of after.entries()) {
          const next = after[index + 1]
          assert.ok(one.end === null || one.start < one.end)
          assert.ok(!next || (one.end !== null && one.end <= next.start))
        }
        const saidAfter = stretchesOf(stop, after)
        const untouched = (at: number): boolean => at < loss.start || at >= loss.end
        for (const cell of cells.filter((one) => untouched(one.start))) {
          const now = saidAfter.find((one) => one.start <= cell.start && cell.start < one.end)
          assert.equal(now?.annotation?.reasonId ?? null, cell.annotation?.reasonId ?? null)
        }
        assert.ok(saidAfter.some((one) => one.start === loss.start && one.annotation !== null))
      }
      const pieces = stretchesOf(stop, apply(annotations, splitAnnotations({ stop, loss: piece, points: inside, annotations })))
      const cuts = new Set(pieces.map((one) => one.start))
      for (const point of inside) assert.ok(cuts.has(point))
    }),
    { numRuns: 300 },
  )
})

describe('a loss that a person enters', () => {
  const shifts = [{ start: 0, end: 100 * MIN }]
  const statuses = [
    { start: 0, end: 20 * MIN, kind: 'RULE' as const, isEffective: true },
    { start: 20 * MIN, end: 60 * MIN, kind: 'NO_DATA' as const, isEffective: false },
  ]
  const codes = (start: number, end: number): string[] =>
    validateManualLoss({ start: start * MIN, end: end * MIN, now: 90 * MIN, shifts, statuses }).map((problem) => problem.code)

  it('lies in a shift, before now, and not where the machine worked (S-32)', () => {
    assert.deepEqual(codes(20, 60), [])
    assert.deepEqual(codes(10, 30), ['LOSS_OVER_EFFECTIVE_TIME'])
    assert.deepEqual(codes(50, 70), ['LOSS_OVER_UNKNOWN_TIME'])
    assert.deepEqual(codes(50, 95), ['LOSS_IN_FUTURE'])
    assert.deepEqual(codes(-5, 30), ['LOSS_OUTSIDE_SHIFT'])
    assert.deepEqual(codes(30, 30), ['LOSS_RANGE_EMPTY'])
    assert.deepEqual(codes(30.00001, 40), ['LOSS_NOT_WHOLE_SECONDS'])
  })
  it('makes what was said before give way', () => {
    const annotations = [said(1, 10, 30, { startsWithStop: true, endsWithStop: true }), said(2, 30, 35), said(3, 35, null)]
    const edits = manualLossAnnotation({ start: 20 * MIN, end: 40 * MIN, reasonId }, annotations)
    assert.deepEqual(told(edits), ['2 gone', '1 <10–20 -', '3 40–> -', '+ 20–40 3*'])
    assert.equal(edits.added[0]?.isManual, true)
  })
})

function stretchesOf(stop: EditedStop, annotations: readonly LossAnnotation[]) {
  return annotatedStretches({ start: stop.start, end: stop.end ?? Infinity, isOpen: false }, annotations, () => -Infinity).stretches
}

function apply(annotations: readonly LossAnnotation[], { removed, changed, added }: AnnotationEdits): LossAnnotation[] {
  const kept = annotations.filter((one) => !removed.includes(one.id)).map((one) => changed.find((change) => change.id === one.id) ?? one)
  return [...kept, ...added.map((draft, index) => ({ ...draft, id: asId<LossAnnotationId>(1000 + index) }))].sort(
    (a, b) => a.start - b.start,
  )
}
