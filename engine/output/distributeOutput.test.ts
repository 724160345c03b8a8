import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { distributeOutput, fillShares, splitEvenly } from './distributeOutput.ts'
import { remainingOutput } from './remainingOutput.ts'

const counted = (accepted: number, rejected = 0) => ({ total: accepted + rejected, accepted, rejected })
const left = (accepted: number, rejected = 0, registered = counted(accepted, rejected)) => ({
  remaining: counted(accepted, rejected),
  registered,
  runMs: 60_000,
})
const acceptedOf = (units: number, segments: readonly ReturnType<typeof left>[]) =>
  distributeOutput({ accepted: units, rejected: 0 }, segments, 'DISCRETE').map(({ accepted }) => accepted)
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('output confirmed over several segments (O-7)', () => {
  const three = [left(100), left(250), left(150)]

  it('is shared by what waits in each (O-7)', () => {
    assert.deepEqual(acceptedOf(420, three), [84, 210, 126])
    assert.deepEqual(acceptedOf(100, [left(37), left(41), left(29)]), [35, 38, 27])
    assert.deepEqual(acceptedOf(7, [left(3), left(3), left(3)]), [2, 3, 2])
    // 33 of 50: 7.92, 4.62 and 20.46, which add up to 7.92, 12.54 and 33.
    assert.deepEqual(acceptedOf(33, [left(12), left(7), left(31)]), [8, 5, 20])
    // 56 of 50: the 50 that waited, and 6 more as 1.44, 0.84 and 3.72, which add up to 1.44, 2.28 and 6.
    assert.deepEqual(acceptedOf(56, [left(12), left(7), left(31)]), [13, 8, 35])
  })

  it('is shared by all that was counted where it is more than waits (O-7)', () => {
    assert.deepEqual(acceptedOf(530, three), [106, 265, 159])
    assert.deepEqual(acceptedOf(10, [left(0, 0, counted(30)), left(0, 0, counted(10))]), [8, 2])
    assert.deepEqual(acceptedOf(10, [left(0), left(0)]), [5, 5])
  })

  it('keeps its sum, in whole pieces and in metres of three places', () => {
    const segments = fc.array(fc.record({ accepted: fc.nat(500), rejected: fc.nat(60), more: fc.nat(40), runMs: fc.nat(10_000_000) }), {
      minLength: 1,
      maxLength: 6,
    })
    const units = fc.record({ accepted: fc.nat(3000), rejected: fc.nat(300) })
    fc.assert(
      fc.property(segments, units, fc.constantFrom('DISCRETE', 'CONTINUOUS'), (given, made, type) => {
        const all = given.map(({ accepted, rejected, more, runMs }) => ({
          remaining: counted(accepted, rejected),
          registered: counted(accepted + more, rejected),
          runMs,
        }))
        const shares = distributeOutput(made, all, type)
        for (const part of ['accepted', 'rejected'] as const) {
          assert.ok(Math.abs(sumOf(shares.map((share) => share[part])) - made[part]) < 1e-6)
          assert.ok(shares.every((share) => share[part] >= 0 && (type === 'CONTINUOUS' || Number.isInteger(share[part]))))
        }
      }),
    )
  })
})

describe('containers and reasons', () => {
  it('take even parts, the larger ones first (O-1)', () => {
    assert.deepEqual(splitEvenly(100, 3, 'DISCRETE'), [34, 33, 33])
    assert.deepEqual(splitEvenly(1000.5, 2, 'CONTINUOUS'), [500.25, 500.25])
    assert.deepEqual(splitEvenly(2, 3, 'DISCRETE'), [1, 1, 0])
  })

  it('fill the shares of the segments in their order', () => {
    // Nine rejects in losses of four: 6 of the first reason and 3 of the second.
    assert.deepEqual(
      fillShares([6, 3], [4, 4, 1]).map(({ whole, share, units }) => [share, whole, units]),
      [
        [0, 0, 4],
        [1, 0, 2],
        [1, 1, 2],
        [2, 1, 1],
      ],
    )
    assert.deepEqual(fillShares([6, 3], [4, 5]), [
      { whole: 0, share: 0, units: 4 },
      { whole: 0, share: 1, units: 2 },
      { whole: 1, share: 1, units: 3 },
    ])
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 5 }), fc.array(fc.nat(50), { minLength: 1, maxLength: 5 }), (wholes, room) => {
        const parts = fillShares(wholes, room)
        assert.equal(sumOf(parts.map(({ units }) => units)), Math.min(sumOf(wholes), sumOf(room)))
        for (const [index, most] of room.entries())
          assert.ok(sumOf(parts.filter(({ share }) => share === index).map(({ units }) => units)) <= most)
      }),
    )
  })
})

describe('what waits in a segment (O-3)', () => {
  const none = { accepted: 0, rejected: 0 }
  const registered = counted(980, 20)

  it('is what the device registered less what is confirmed, never below 0 (S-62)', () => {
    const confirmed = { accepted: 400, rejected: 15 }
    assert.deepEqual(remainingOutput({ registered, confirmed, confirmedOfOrder: confirmed, strokes: null }), counted(580, 5))
    const over = { accepted: 1003, rejected: 4 }
    assert.deepEqual(remainingOutput({ registered, confirmed: over, confirmedOfOrder: over, strokes: null }).total, 0)
    const moreRejects = { accepted: 400, rejected: 30 }
    assert.deepEqual(remainingOutput({ registered, confirmed: moreRejects, confirmedOfOrder: none, strokes: null }), counted(570, 0))
  })

  it('is of each order its strokes less what is confirmed of it, where they share strokes (O-16)', () => {
    const first = { accepted: 150, rejected: 0 }
    const shared = { registered: counted(300), strokes: 150 }
    assert.equal(remainingOutput({ ...shared, confirmed: first, confirmedOfOrder: first }).total, 0)
    assert.equal(remainingOutput({ ...shared, confirmed: first, confirmedOfOrder: none }).total, 150)
  })
})
