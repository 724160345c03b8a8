import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { JobOrderId } from '#engine/ids.ts'
import type { OrderQuantity } from '#engine/jobOrder/orderOutput.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { orderParts, sumQuantities } from './orderParts.ts'
import type { OrderPart, SaidOfSegment } from './orderParts.ts'
import { outputByHour } from './outputByHour.ts'
import type { SegmentOfShift } from './outputByHour.ts'

const [A, B, C] = [1, 2, 3].map((id) => asId<JobOrderId>(id)) as [JobOrderId, JobOrderId, JobOrderId]
const units = (accepted: number, rejected = 0): OrderQuantity => ({ accepted, rejected })
const said = (jobOrderId: JobOrderId | null, accepted: number, rejected = 0, isClosing = false): SaidOfSegment => ({
  jobOrderId,
  accepted,
  rejected,
  isClosing,
})
const shown = (parts: readonly OrderPart[]) =>
  parts.map(({ jobOrderIds, made, confirmed }) => [
    jobOrderIds.join('+'),
    made.accepted,
    made.rejected,
    confirmed.accepted,
    confirmed.rejected,
  ])

describe('the parts of a segment by order', () => {
  const segment = (jobOrderIds: readonly JobOrderId[], effective: OrderQuantity, strokes: number | null = null) => ({
    jobOrderIds,
    effective,
    strokes,
  })

  it('are of its only order, whatever of it is confirmed (X-4: device 1,000 with 20 rejects, 400/15 confirmed)', () => {
    assert.deepEqual(shown(orderParts(segment([A], units(980, 20)), [said(A, 400, 15)])), [['1', 980, 20, 400, 15]])
  })

  it('are of none where none was in progress, but for what was confirmed of one', () => {
    assert.deepEqual(shown(orderParts(segment([], units(70)), [said(C, 30), said(null, 10)])), [
      ['3', 30, 0, 30, 0],
      ['', 40, 0, 10, 0],
    ])
  })

  it('leave units of an order that did not run with that order (245 stand: 240 of B and 5 of A)', () => {
    assert.deepEqual(shown(orderParts(segment([B], units(245)), [said(A, 5), said(B, 100)])), [
      ['1', 5, 0, 5, 0],
      ['2', 240, 0, 100, 0],
    ])
  })

  it('belong to nobody where orders take turns, until they are confirmed (X-18: 150 pieces, A 100, then B 50)', () => {
    assert.deepEqual(shown(orderParts(segment([A, B], units(150)), [])), [['1+2', 150, 0, 0, 0]])
    assert.deepEqual(shown(orderParts(segment([A, B], units(150)), [said(A, 100)])), [
      ['1', 100, 0, 100, 0],
      ['1+2', 50, 0, 0, 0],
    ])
    assert.deepEqual(shown(orderParts(segment([A, B], units(150)), [said(A, 100), said(B, 50, 0, true)])), [
      ['1', 100, 0, 100, 0],
      ['2', 50, 0, 50, 0],
    ])
  })

  it('are the strokes of each where every stroke makes a piece of all (X-17: 150 strokes, B 145/5)', () => {
    const shared = segment([A, B], units(295, 5), 150)
    assert.deepEqual(shown(orderParts(shared, [said(A, 150), said(B, 145, 5)])), [
      ['1', 150, 0, 150, 0],
      ['2', 145, 5, 145, 5],
    ])
    assert.deepEqual(shown(orderParts(segment([A, B], units(300), 150), [said(A, 150)])), [
      ['1', 150, 0, 150, 0],
      ['2', 150, 0, 0, 0],
    ])
  })

  it('add up to what stands, whatever was confirmed', () => {
    const orders = fc.constantFrom(A, B, C)
    const confirmation = fc
      .record({
        jobOrderId: fc.option(orders),
        accepted: fc.integer({ min: 0, max: 90 }),
        rejected: fc.integer({ min: 0, max: 20 }),
        isClosing: fc.boolean(),
      })
      .map((one): SaidOfSegment => one)
    const ids = fc.constantFrom<JobOrderId[]>([], [A], [A, B])
    fc.assert(
      fc.property(
        ids,
        fc.array(confirmation, { maxLength: 4 }),
        fc.nat(400),
        fc.nat(40),
        fc.option(fc.nat(200)),
        (own, rows, more, rejects, strokes) => {
          const least = sumQuantities(rows)
          const effective = units(least.accepted + more, least.rejected + rejects)
          const parts = orderParts({ jobOrderIds: own, strokes: own.length > 1 ? strokes : null, effective }, rows)
          assert.deepEqual(sumQuantities(parts.map(({ made }) => made)), effective)
          assert.deepEqual(sumQuantities(parts.map(({ confirmed }) => confirmed)), least)
          for (const { made } of parts) assert.ok(made.accepted >= 0 && made.rejected >= 0)
        },
      ),
    )
  })
})

describe('output of hours by order', () => {
  const START = Date.UTC(2026, 4, 4, 6)
  const at = (minutes: number) => START + minutes * MINUTE_MS
  const part = (id: JobOrderId, accepted: number, confirmed = 0): OrderPart => ({
    jobOrderIds: [id],
    made: units(accepted),
    confirmed: units(confirmed),
  })
  const segment = (from: number, until: number | null, parts: readonly OrderPart[], plannedMs: number): SegmentOfShift => ({
    start: at(from),
    end: until === null ? null : at(until),
    parts,
    plannedMs,
    isShared: parts.length > 1,
  })

  it('follows from the sums of hours and segments: a change of orders at 07:20 and at 07:40', () => {
    const hours = [
      { start: at(0), ...units(60), plannedMs: HOUR_MS },
      { start: at(60), ...units(55), plannedMs: 50 * MINUTE_MS },
      { start: at(120), ...units(31), plannedMs: HOUR_MS },
    ]
    const segments = [
      segment(0, 80, [part(A, 82, 41)], 80 * MINUTE_MS),
      segment(80, 100, [part(B, 9)], 10 * MINUTE_MS),
      segment(100, null, [part(C, 55)], 80 * MINUTE_MS),
    ]
    assert.deepEqual(
      outputByHour(hours, segments, 'DISCRETE').map(({ hourStart, jobOrderIds, made, confirmed, plannedMs }) => [
        (hourStart - START) / HOUR_MS,
        jobOrderIds[0],
        made.accepted,
        confirmed.accepted,
        (plannedMs ?? 0) / MINUTE_MS,
      ]),
      [
        [0, A, 60, 30, 60],
        [1, A, 22, 11, 20],
        [1, B, 9, 0, 10],
        [1, C, 24, 0, 20],
        [2, C, 31, 0, 60],
      ],
    )
  })

  it('keeps the sums of hours, segments and orders, and gives nobody less than nothing', () => {
    const made = fc.record({ accepted: fc.nat(50), rejected: fc.nat(5), split: fc.nat(100) })
    fc.assert(
      fc.property(
        fc.array(fc.record({ minutes: fc.integer({ min: 3, max: 170 }), slots: fc.array(made, { minLength: 4, maxLength: 4 }) }), {
          minLength: 1,
          maxLength: 5,
        }),
        (stretches) => {
          const hours = new Map<number, { accepted: number; rejected: number }>()
          let from = 0
          const segments = stretches.map(({ minutes, slots }, index) => {
            const [start, end] = [from, from + minutes]
            from = end
            const sum = { accepted: 0, rejected: 0 }
            for (let hour = Math.floor(start / 60), slot = 0; hour * 60 < end; hour++, slot++) {
              const { accepted, rejected } = slots[slot] ?? { accepted: 1, rejected: 0 }
              const own = hours.get(hour) ?? { accepted: 0, rejected: 0 }
              hours.set(hour, { accepted: own.accepted + accepted, rejected: own.rejected + rejected })
              sum.accepted += accepted
              sum.rejected += rejected
            }
            const ofA = Math.floor((sum.accepted * (slots[0]?.split ?? 0)) / 100)
            const parts = [
              { jobOrderIds: [A], made: units(ofA), confirmed: units(ofA) },
              { jobOrderIds: [asId<JobOrderId>(10 + index)], made: units(sum.accepted - ofA, sum.rejected), confirmed: units(0) },
            ]
            return segment(start, end, parts, minutes * MINUTE_MS)
          })
          const ascending = [...hours]
            .toSorted(([a], [b]) => a - b)
            .map(([hour, sum]) => ({ start: at(hour * 60), ...sum, plannedMs: HOUR_MS }))
          const found = outputByHour(ascending, segments, 'DISCRETE')
          for (const { start, accepted, rejected } of ascending)
            assert.deepEqual(
              sumQuantities(found.filter(({ hourStart }) => hourStart === start).map((one) => one.made)),
              units(accepted, rejected),
            )
          for (const [index, { parts }] of segments.entries())
            for (const one of parts) {
              const own = found.filter(({ segment: of, jobOrderIds }) => of === index && jobOrderIds === one.jobOrderIds)
              assert.deepEqual(sumQuantities(own.map((each) => each.made)), one.made)
              assert.deepEqual(sumQuantities(own.map((each) => each.confirmed)), one.confirmed)
            }
          for (const one of found) assert.ok(one.made.accepted >= 0 && one.made.rejected >= 0)
        },
      ),
    )
  })
})
