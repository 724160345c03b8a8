import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { LossReasonId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { LENGTH_CLASSES, lengthClassOf, rankReasons, SAID_VIA } from './rankReasons.ts'
import type { RankedCandidate, RankEvidence } from './rankReasons.ts'

const JAM = asId<LossReasonId>(1)
const SETUP = asId<LossReasonId>(2)
const OTHER = asId<LossReasonId>(3)
const NO_MATERIAL = asId<LossReasonId>(4)
const TARGET = { status: 'OFF', length: 'UNDER_30_MIN' } as const

const reason = (id: LossReasonId, name: string, more: Partial<RankedCandidate> = {}): RankedCandidate => ({
  id,
  name,
  type: 'UNPLANNED',
  activityTypes: ['MACHINE_TIME'],
  ...more,
})
const CANDIDATES = [
  reason(NO_MATERIAL, 'No material'),
  reason(OTHER, 'Other', { activityTypes: ['OTHER_TIME'] }),
  reason(SETUP, 'Setup', { type: 'PLANNED' }),
  reason(JAM, 'Jam'),
]
const said = (reasonId: LossReasonId, ageDays: number, more: Partial<RankEvidence> = {}): RankEvidence => ({
  reasonId,
  isOwn: true,
  ageDays,
  status: TARGET.status,
  length: TARGET.length,
  via: null,
  tilePlace: null,
  count: 1,
  stopCount: more.count ?? 1,
  ...more,
})
const compare = (left: string, right: string) => left.localeCompare(right, 'en')
const rank = (evidence: readonly RankEvidence[], candidates = CANDIDATES) => rankReasons(TARGET, candidates, evidence, compare)

describe('the places of reasons', () => {
  it('are not taken by a new reason before the next shift, unless it speaks for one that it replaced', () => {
    const fresh = reason(asId<LossReasonId>(9), 'A new one', { isNew: true })
    const placesOf = (evidence: readonly RankEvidence[]) => rank(evidence, [fresh, ...CANDIDATES]).map(({ reasonId }) => reasonId)
    assert.deepEqual(placesOf([]), [JAM, NO_MATERIAL, SETUP, OTHER, fresh.id])
    assert.deepEqual(placesOf([said(fresh.id, 1), said(SETUP, 20)]), [fresh.id, SETUP, JAM, NO_MATERIAL, OTHER])
  })

  it('follow what was said of stops like this, newer and nearer ones counting more', () => {
    const evidence = [
      said(JAM, 1),
      said(JAM, 3, { length: 'UNDER_5_MIN' }),
      said(JAM, 20),
      said(SETUP, 0, { status: 'IDLE' }),
      said(SETUP, 2, { status: 'IDLE', length: 'LONGER' }),
      said(OTHER, 0),
      said(OTHER, 1),
      said(NO_MATERIAL, 28),
      said(NO_MATERIAL, 0, { isOwn: false, count: 5 }),
    ]
    assert.deepEqual(
      rank(evidence).map(({ reasonId, score }) => [reasonId, score.toFixed(2)]),
      [
        [JAM, '14.03'],
        [NO_MATERIAL, '12.00'],
        [SETUP, '2.91'],
        [OTHER, '3.90'],
      ],
    )
  })

  it('are worked out by hand for answers of two weeks ago, of another length and of the group', () => {
    // Jam 4·2·2^−1 = 4; Setup 1 + 4·2^(−1/2) = 3.83; No material 3·0.25·4·2·2^−1 = 3; Other 3·4·2·0.25 = 6, and yet not among the first three.
    const evidence = [
      said(JAM, 14),
      said(SETUP, 0, { status: 'IDLE', length: 'LONGER' }),
      said(SETUP, 7, { length: 'LONGER' }),
      said(NO_MATERIAL, 14, { isOwn: false, count: 3 }),
      said(OTHER, 0, { count: 3 }),
    ]
    assert.deepEqual(
      rank(evidence).map(({ reasonId, score }) => [reasonId, score.toFixed(2)]),
      [
        [JAM, '4.00'],
        [SETUP, '3.83'],
        [NO_MATERIAL, '3.00'],
        [OTHER, '6.00'],
      ],
    )
  })

  it('count a stop of the same product one and a half times, where products are known', () => {
    const made = (target: { readonly product?: string | null }, evidence: readonly RankEvidence[]) =>
      rankReasons({ ...TARGET, ...target }, CANDIDATES, evidence, compare)
        .slice(0, 2)
        .map(({ reasonId, score }) => [reasonId, score])
    const evidence = [said(SETUP, 0, { product: 'Lid' }), said(JAM, 0, { product: 'Cup' })]
    assert.deepEqual(made({ product: 'Cup' }, evidence), [
      [JAM, 12],
      [SETUP, 8],
    ])
    assert.deepEqual(made({ product: 'Lid' }, evidence), [
      [SETUP, 12],
      [JAM, 8],
    ])
    // Not known is no product of its own; the unplanned one first.
    for (const target of [{}, { product: null }])
      assert.deepEqual(made(target, [...evidence, said(JAM, 14, { product: null })]), [
        [JAM, 12],
        [SETUP, 8],
      ])
  })

  it('say how many stops like this had the reason, the group’s left out', () => {
    const [first] = rank([said(JAM, 1, { count: 12 }), said(SETUP, 40, { count: 2 }), said(JAM, 0, { isOwn: false, count: 9 })])
    assert.deepEqual([first?.reasonId, first?.likeCount, first?.ofCount], [JAM, 12, 14])
  })

  it('count a search more and the first tile less', () => {
    const scoreOf = (more: Partial<RankEvidence>) => rank([said(JAM, 0, more)])[0]?.score
    assert.deepEqual(
      [{}, { via: 'SEARCH' }, { via: 'TILE', tilePlace: 0 }, { via: 'TILE', tilePlace: 1 }, { via: 'BULK' }].map((more) =>
        scoreOf(more as Partial<RankEvidence>),
      ),
      [8, 12, 6.4, 8, 8],
    )
  })

  it('are by use, type, name and number where nothing else decides', () => {
    assert.deepEqual(
      rank([]).map(({ reasonId }) => reasonId),
      [JAM, NO_MATERIAL, SETUP, OTHER],
    )
    const same = [reason(SETUP, 'Jam'), reason(JAM, 'Jam')]
    assert.deepEqual(
      rank([], same).map(({ reasonId }) => reasonId),
      [JAM, SETUP],
    )
  })

  it('leave “other” behind the telling ones even when there are few', () => {
    const few = [reason(OTHER, 'Other', { activityTypes: ['OTHER_TIME'] }), reason(JAM, 'Jam')]
    assert.deepEqual(
      rank([said(OTHER, 0, { count: 900 })], few).map(({ reasonId }) => reasonId),
      [JAM, OTHER],
    )
  })

  it('have every reason once, whatever was said', () => {
    const evidence = fc.array(
      fc.record({
        reasonId: fc.constantFrom(JAM, SETUP, OTHER, NO_MATERIAL, asId<LossReasonId>(9)),
        isOwn: fc.boolean(),
        ageDays: fc.integer({ min: 0, max: 60 }),
        status: fc.constantFrom('OFF', 'IDLE'),
        length: fc.constantFrom(...LENGTH_CLASSES),
        via: fc.constantFrom(null, ...SAID_VIA),
        tilePlace: fc.option(fc.integer({ min: 0, max: 8 })),
        count: fc.integer({ min: 1, max: 40 }),
      }),
    )
    fc.assert(
      fc.property(evidence, (counted) => {
        const all = counted.map((one) => ({ ...one, stopCount: one.count }))
        const ranked = rank(all)
        assert.deepEqual(
          ranked.map(({ reasonId }) => reasonId).toSorted((left, right) => left - right),
          [JAM, SETUP, OTHER, NO_MATERIAL],
        )
        assert.ok(ranked.findIndex(({ reasonId }) => reasonId === OTHER) === 3 || ranked.slice(0, 3).every((one) => one.reasonId !== OTHER))
        assert.ok(ranked.every(({ likeCount, ofCount }) => likeCount <= ofCount))
      }),
    )
  })

  it('tell lengths apart at their bounds', () => {
    assert.deepEqual(
      [0, MINUTE_MS - 1, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS - 1, 120 * MINUTE_MS].map(lengthClassOf),
      ['UNDER_1_MIN', 'UNDER_1_MIN', 'UNDER_5_MIN', 'UNDER_30_MIN', 'UNDER_2_H', 'UNDER_2_H', 'LONGER'],
    )
  })
})
