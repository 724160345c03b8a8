import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asId, type LossReasonId, type StatusRuleId } from '#engine/ids.ts'
import { exampleAnnotation, exampleReason, exampleTracking } from '#engine/testing/lossSetups.ts'
import { calendarOf } from '#engine/time/calendar.ts'
import { compileLosses } from './compiledLosses.ts'
import { NO_LOSS_SETUP, type LossAnnotation, type LossSetup } from './lossSetup.ts'
import { reasonsOfStop, type Stop } from './stopReasons.ts'

/** Minutes; the stop of the examples is `[10, 60)`. A day of one shift. */
const MIN = 60_000
const calendar = calendarOf([
  { validFrom: 0, zone: 'UTC', shifts: [{ shiftId: 1, code: '1', name: 'All', timeStart: '00:00', timeEnd: '00:00' }] },
])

const [SMALL, SETUP, BREAKDOWN, LUNCH, HIDDEN] = [1, 2, 3, 4, 5]
const rules = [
  exampleTracking(2, [
    [0, 5 * MIN, SMALL],
    [5 * MIN, 120 * MIN, SETUP],
    [120 * MIN, null, BREAKDOWN],
  ]),
]

function reason(id: number): { reasonId: LossReasonId } {
  return { reasonId: asId<LossReasonId>(id) }
}

function stop(more: Partial<Stop> = {}): Stop {
  return {
    start: 10 * MIN,
    end: 60 * MIN,
    isOpen: false,
    kind: 'RULE',
    statusRuleId: asId<StatusRuleId>(2),
    isScheduledLoss: false,
    generatesLoss: true,
    ...more,
  }
}

function setup(more: Partial<LossSetup> = {}): LossSetup {
  const reasons = [SMALL, SETUP, BREAKDOWN].map((id) => exampleReason(id))
  const lunch = exampleReason(LUNCH, { type: 'PLANNED', includeInOee: false, maximumAllowedDurationMs: 30 * MIN })
  return { ...NO_LOSS_SETUP, reasons: [...reasons, lunch, exampleReason(HIDDEN, { isOffered: false })], ...more }
}

function said(id: number, start: number, end: number | null, more: Partial<LossAnnotation> = {}): LossAnnotation {
  return exampleAnnotation(id, start * MIN, end === null ? null : end * MIN, more)
}

/** `from–to reason source annotation`, with `?` while provisional and `!` over the limit. */
function told(losses: LossSetup, one: Stop = stop()): string[] {
  return reasonsOfStop(one, compileLosses(losses, calendar)).pieces.map((piece) =>
    [
      `${piece.start / MIN}–${piece.end / MIN}`,
      piece.reason?.id ?? '-',
      piece.reasonSource ?? '-',
      `${piece.annotationId ?? '-'}${piece.isProvisional ? '?' : ''}${piece.isOverLimit ? '!' : ''}`,
    ].join(' '),
  )
}

type Row = readonly [name: string, losses: LossSetup, stop: Stop, pieces: readonly string[]]
const both = { startsWithStop: true, endsWithStop: true }
const rows: readonly Row[] = [
  ['nothing said', setup(), stop(), ['10–60 - - -']],
  ['by its whole duration', setup({ trackingRules: rules }), stop(), ['10–60 2 RULE -']],
  ['on a bound: the upper row', setup({ trackingRules: rules }), stop({ end: 15 * MIN }), ['10–15 2 RULE -']],
  ['open: provisional', setup({ trackingRules: rules }), stop({ isOpen: true }), ['10–60 2 RULE -?']],
  ['open past the last row: final', setup({ trackingRules: rules }), stop({ end: 130 * MIN, isOpen: true }), ['10–130 3 RULE -']],
  ['in a hole (E-45)', setup({ trackingRules: [exampleTracking(2, [[0, MIN, SMALL]])] }), stop(), ['10–60 - - -']],
  ['by a reason not offered (E-43)', setup({ trackingRules: [exampleTracking(2, [[0, null, HIDDEN]])] }), stop(), ['10–60 - - -']],
  ['by the rule of another status', setup({ trackingRules: [exampleTracking(7, [[0, null, SMALL]])] }), stop(), ['10–60 - - -']],
  [
    'by the version in force at its start',
    setup({
      trackingRules: [
        exampleTracking(2, [[0, null, SMALL]], { validTo: 20 * MIN }),
        exampleTracking(2, [[0, null, SETUP]], { validFrom: 20 * MIN }),
      ],
    }),
    stop(),
    ['10–60 1 RULE -'],
  ],
  [
    'without a rule of its own: that of stops without one',
    setup({ trackingRules: [exampleTracking(null, [[0, null, SMALL]])] }),
    stop({ kind: 'OFF', statusRuleId: null }),
    ['10–60 1 RULE -'],
  ],
  ['that makes no losses: rules say nothing', setup({ trackingRules: rules }), stop({ generatesLoss: false }), ['10–60 - - -']],
  ['scheduled (S-7)', setup({ defaultPlannedReasonId: asId<LossReasonId>(SETUP) }), stop({ isScheduledLoss: true }), ['10–60 2 STATUS -']],
  ['scheduled without a default', setup(), stop({ isScheduledLoss: true }), ['10–60 - - -']],
  [
    'scheduled with a rule: the rule',
    setup({ defaultPlannedReasonId: asId<LossReasonId>(LUNCH), trackingRules: rules }),
    stop({ isScheduledLoss: true }),
    ['10–60 2 RULE -'],
  ],
  [
    'said by a person (S-24)',
    setup({ trackingRules: rules, annotations: [said(1, 10, 60, { ...both, ...reason(BREAKDOWN) })] }),
    stop({ isOpen: true }),
    ['10–60 3 MANUAL 1'],
  ],
  [
    'said of a part: the rest by the whole duration',
    setup({ trackingRules: rules, annotations: [said(1, 20, 30, reason(BREAKDOWN))] }),
    stop(),
    ['10–20 2 RULE -', '20–30 3 MANUAL 1', '30–60 2 RULE -'],
  ],
  [
    'split without reasons: the rule for each piece',
    setup({ trackingRules: rules, annotations: [said(1, 10, 30), said(2, 30, 60)] }),
    stop(),
    ['10–30 2 RULE 1', '30–60 2 RULE 2'],
  ],
  [
    'longer than when it was said: edges move, split points stay',
    setup({
      annotations: [
        said(1, 15, 30, { startsWithStop: true, ...reason(SETUP) }),
        said(2, 30, 50, { endsWithStop: true, ...reason(BREAKDOWN) }),
      ],
    }),
    stop(),
    ['10–30 2 MANUAL 1', '30–60 3 MANUAL 2'],
  ],
  [
    'shorter than when it was said: trimmed',
    setup({ annotations: [said(1, 0, 90, { ...both, ...reason(SETUP) })] }),
    stop(),
    ['10–60 2 MANUAL 1'],
  ],
  [
    'merged of two: the one that covers more takes the time between',
    setup({ annotations: [said(1, 10, 20, { ...both, ...reason(SETUP) }), said(2, 40, 60, { ...both, ...reason(BREAKDOWN) })] }),
    stop(),
    ['10–20 2 MANUAL 1', '20–60 3 MANUAL 2'],
  ],
  [
    'said as long as it lasts',
    setup({ annotations: [said(1, 30, null, reason(SETUP))] }),
    stop({ isOpen: true }),
    ['10–30 - - -', '30–60 2 MANUAL 1'],
  ],
  [
    'begun after an open annotation: that was another stop',
    setup({ annotations: [said(1, 5, null, { ...both, ...reason(SETUP) })] }),
    stop(),
    ['10–60 - - -'],
  ],
  [
    'over its limit (S-25)',
    setup({ annotations: [said(1, 10, 60, { ...both, ...reason(LUNCH) })] }),
    stop(),
    ['10–40 4 MANUAL 1', '40–60 - - -!'],
  ],
  [
    'over its limit, counted over split points',
    setup({ annotations: [said(1, 10, 25, reason(LUNCH)), said(2, 25, 60, reason(LUNCH))] }),
    stop(),
    ['10–25 4 MANUAL 1', '25–40 4 MANUAL 2', '40–60 - - -!'],
  ],
  [
    'over its limit, the rest said',
    setup({ annotations: [said(1, 10, 40, reason(LUNCH)), said(2, 40, 60, reason(SETUP))] }),
    stop(),
    ['10–40 4 MANUAL 1', '40–60 2 MANUAL 2'],
  ],
  [
    'over its limit, the rest said to be the same',
    setup({ annotations: [said(1, 10, 40, reason(LUNCH)), said(2, 40, 60, reason(LUNCH))] }),
    stop(),
    ['10–40 4 MANUAL 1', '40–60 4 MANUAL 2'],
  ],
  [
    'silent: only entered losses (S-32)',
    setup({ annotations: [said(1, 20, 30, reason(SETUP))] }),
    stop({ kind: 'NO_DATA' }),
    ['10–60 - - -'],
  ],
  [
    'silent, with an entered loss (E-47)',
    setup({ annotations: [said(1, 20, 30, { ...reason(LUNCH), isManual: true })] }),
    stop({ kind: 'NO_DATA' }),
    ['10–20 - - -', '20–30 4 MANUAL 1', '30–60 - - -'],
  ],
]
for (const [name, losses, one, pieces] of rows) test(`a stop ${name}`, () => assert.deepEqual(told(losses, one), pieces))

test('what is final while a stop goes on ends where a rule or an annotation ahead may still say something else', () => {
  const finalUntil = (losses: LossSetup): number => reasonsOfStop(stop({ isOpen: true }), compileLosses(losses, calendar)).finalUntil / MIN
  assert.equal(finalUntil(setup()), 60)
  assert.equal(finalUntil(setup({ trackingRules: rules })), 10)
  assert.equal(finalUntil(setup({ trackingRules: rules, annotations: [said(1, 10, 30, reason(SETUP))] })), 30)
  assert.equal(finalUntil(setup({ annotations: [said(1, 70, 80, { startsWithStop: true })] })), 10)
  assert.equal(finalUntil(setup({ annotations: [said(1, 70, 80)] })), 60)
  const rivals = [said(1, 10, 20, both), said(2, 40, 90, both)]
  assert.equal(finalUntil(setup({ annotations: rivals })), 60)
  assert.equal(finalUntil(setup({ annotations: [said(1, 10, 35, both), said(2, 40, 90, both)] })), 35)
})
