import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { LossAnnotationId, LossReasonId } from '#engine/ids.ts'
import type { LossAnnotation } from './lossSetup.ts'
import { shareLoss } from './shareLoss.ts'
import { shareAnnotations, validateShares } from './splitShares.ts'
import type { LossShare } from './splitShares.ts'

const SPEED = { source: 'SPEED', ms: 600_000, units: 100, start: 0, end: 3_600_000, reasonId: null } as const
const OUTPUT = { ...SPEED, source: 'OUTPUT' } as const
const reason = (id: number) => asId<LossReasonId>(id)
const OWN: LossAnnotation = {
  id: asId<LossAnnotationId>(7),
  source: 'SPEED',
  start: 0,
  end: 3_600_000,
  startsWithStop: true,
  endsWithStop: true,
  reasonId: reason(1),
  isManual: false,
  shareMs: null,
  shareUnits: null,
}
const byTime = (seconds: number, id: number): LossShare => ({ ms: seconds * 1000, units: null, reasonId: reason(id) })
const byUnits = (units: number, id: number): LossShare => ({ ms: null, units, reasonId: reason(id) })

describe('shares of lost speed or output', () => {
  const REFUSED: readonly (readonly [string, Parameters<typeof validateShares>, object])[] = [
    ['none', [SPEED, []], { code: 'REQUIRED', field: 'shares' }],
    ['time of output', [OUTPUT, [byTime(60, 2)]], { code: 'LOSS_SHARE_MEASURE', field: 'shares.0.duration', params: { source: 'OUTPUT' } }],
    [
      'time and units',
      [SPEED, [byTime(60, 2), byUnits(1, 3)]],
      { code: 'LOSS_SHARE_MEASURE', field: 'shares.1.duration', params: { source: 'SPEED' } },
    ],
    [
      'nothing of it',
      [SPEED, [byTime(0, 2)]],
      { code: 'VALUE_OUT_OF_RANGE', field: 'shares.0.duration', params: { value: 0, min: 1, max: 600 } },
    ],
    [
      'more than is left',
      [SPEED, [byUnits(60, 2), byUnits(41, 3)]],
      { code: 'VALUE_OUT_OF_RANGE', field: 'shares.1.quantity', params: { value: 41, min: 0.001, max: 40 } },
    ],
  ]
  for (const [name, given, problem] of REFUSED) it(`refuse ${name}`, () => assert.deepEqual(validateShares(...given), problem))

  it('leave the rest to what was said about the whole', () => {
    const drafts = shareAnnotations({
      loss: { ...SPEED, reasonId: reason(1) },
      own: OWN,
      annotations: [OWN],
      shares: [byTime(60, 2), byTime(120, 3)],
    })
    assert.deepEqual(
      drafts.map((draft) => [draft.reasonId, draft.shareMs, draft.of, draft.shareAt]),
      [
        [2, 60_000, null, 0],
        [3, 120_000, null, 1],
        [1, null, 7, null],
      ],
    )
  })

  it('keep the sum of the loss, whatever is split off', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(shares, fc.boolean(), fc.boolean(), (seconds, isOwn, isByTime) => {
        const given = seconds.map((value, at) => (isByTime ? byTime(value, at + 2) : byUnits(value / 10, at + 2)))
        if (validateShares(SPEED, given) !== null) return
        const own = isOwn ? OWN : null
        const drafts = shareAnnotations({ loss: SPEED, own, annotations: own === null ? [] : [own], shares: given })
        const annotations = drafts.map(({ of: _of, shareAt: _at, ...draft }, at) => ({ ...draft, id: asId<LossAnnotationId>(at + 1) }))
        const parts = shareLoss({ quantity: SPEED.units, durationMs: SPEED.ms }, annotations)
        assert.equal(Math.round(parts.reduce((sum, part) => sum + part.quantity, 0) * 1000), SPEED.units * 1000)
        assert.equal(
          parts.reduce((sum, part) => sum + part.durationMs, 0),
          SPEED.ms,
        )
        for (const [at, value] of seconds.entries()) {
          const part = parts[at]
          const expected = isByTime ? value * 1000 : value / 10
          assert.equal(part?.reasonId, at + 2)
          if (at < seconds.length - 1) assert.equal(isByTime ? part.durationMs : part.quantity, expected)
        }
      }),
    )
  })
})
