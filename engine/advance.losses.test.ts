import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { advance, initialState, project } from './advance.ts'
import type { Facts, LossInterval, OeeTerms } from './facts.ts'
import { asId, type JobOrderId, type LossReasonId } from './ids.ts'
import type { LossReason } from './loss/lossReason.ts'
import { NO_LOSS_SETUP, type LossAnnotation, type LossSetup } from './loss/lossSetup.ts'
import { timesOf } from './oee/kpis.ts'
import { kpisOf } from './oee/recordKpis.ts'
import { waterfallOf } from './oee/waterfall.ts'
import { wholeSecondsOf } from './oee/wholeSeconds.ts'
import type { Sample } from './sensor/sensorType.ts'
import { exampleRule, exampleSetup, shift } from './testing/exampleSetup.ts'
import { createFactsStore, stopsAmong } from './testing/factsStore.ts'
import { exampleAnnotation, exampleReason, exampleTracking } from './testing/lossSetups.ts'
import type { WorkCenterSetup } from './workCenter/workCenterSetup.ts'
import { liveView } from './workCenter/liveView.ts'

const MIN = 60_000
const DAY = Date.UTC(2026, 4, 4)
/** Shifts 06:00–14:00 and 14:00–22:00; the night is out of schedule. */
const schedule = [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '06:00', '14:00'), shift(2, '14:00', '22:00')] }]
const [SMALL, BREAKDOWN, LUNCH] = [asId<LossReasonId>(1), asId<LossReasonId>(2), asId<LossReasonId>(3)]
const reasons: readonly LossReason[] = [
  exampleReason(1, { isSmallStop: true }),
  exampleReason(2, { activityTypes: ['BREAKDOWN_TIME'] }),
  exampleReason(3, { type: 'PLANNED', includeInOee: false, maximumAllowedDurationMs: 30 * MIN }),
]
const rules = [
  exampleTracking(2, [
    [0, 5 * MIN, 1],
    [5 * MIN, null, 2],
  ]),
]

function at(time: string, days = 0): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return DAY + days * 1440 * MIN + (hours * 60 + minutes) * MIN
}

/** `RUN` or `STOP` from a time on; `-` is unavailable. */
function power(states: readonly (readonly [time: string, state: 'RUN' | 'STOP' | '-', days?: number])[]): Sample[] {
  const values = { RUN: 9, STOP: 2, '-': null }
  return states.map(([time, state, days]) => ({ at: at(time, days), sensor: 'POWER', value: values[state] }))
}

function setupOf(losses: Partial<LossSetup>, more: Partial<WorkCenterSetup> = {}): WorkCenterSetup {
  return exampleSetup({ schedule, reportMode: 'ON_CHANGE', losses: { ...NO_LOSS_SETUP, reasons, ...losses }, ...more })
}

function factsOf(samples: readonly Sample[], now: number, setup: WorkCenterSetup): Omit<Facts, 'changedFrom'> {
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, now, setup))
  return store.read()
}

/** `from–to reason`, `?` while provisional, with its level. */
function told(losses: readonly LossInterval[]): string[] {
  const clock = (instant: number): string => new Date(instant).toISOString().slice(11, 16)
  return stopsAmong(losses).map(
    (loss) =>
      `${clock(loss.start)}–${loss.end === null ? '' : clock(loss.end)} ${loss.reasonId ?? '-'}${loss.isProvisional ? '?' : ''} L${loss.level}`,
  )
}

function said(start: string, end: string | null, more: Partial<LossAnnotation> = {}): LossAnnotation {
  return exampleAnnotation(1, at(start), end === null ? null : at(end), more)
}

function termsAt(facts: Omit<Facts, 'changedFrom'>, start: string): OeeTerms {
  const terms = facts.shifts.find((record) => record.shift.start === at(start))?.terms
  assert.ok(terms)
  return terms
}

describe('a stop with a tracking rule', () => {
  const samples = power([
    ['06:00', 'RUN'],
    ['13:50', 'STOP'],
  ])

  it('changes its reason while it goes on, also in the shift before, and keeps what it had at its end (S-23, E-46, C22)', () => {
    const setup = setupOf({ trackingRules: rules })
    const early = factsOf(samples, at('13:52'), setup)
    assert.deepEqual(told(early.losses), ['13:50– 1? L1'])
    assert.equal(termsAt(early, '06:00').smallStopMs, 2 * MIN)
    const late = factsOf(samples, at('14:10'), setup)
    assert.deepEqual(told(late.losses), ['13:50–14:00 2 L2', '14:00– 2 L2'])
    assert.equal(termsAt(late, '06:00').smallStopMs, 0)
    assert.deepEqual([termsAt(late, '06:00').failureCount, termsAt(late, '14:00').failureCount], [1, 0])
    assert.deepEqual([termsAt(late, '06:00').failureMs, termsAt(late, '14:00').failureMs], [10 * MIN, 10 * MIN])
    const over = factsOf([...samples, ...power([['13:53', 'RUN']])], at('15:00'), setup)
    assert.deepEqual(told(over.losses), ['13:50–13:53 1 L1'])
  })

  it('writes the shift before again, from the start of the stop on', () => {
    const setup = setupOf({ trackingRules: rules })
    const { state } = advance(initialState(), samples, setup)
    assert.equal(project(state, at('14:02'), setup).changedFrom, at('13:50'))
    const later = advance(state, power([['14:02', 'STOP']]), setup).facts
    assert.equal(later.changedFrom, at('13:50'))
    assert.deepEqual(
      later.shifts.map((record) => record.shift.start),
      [at('06:00'), at('14:00')],
    )
  })

  it('waits at most as long as the rule may change its mind', () => {
    const setup = setupOf({ trackingRules: rules })
    const { state } = advance(
      initialState(),
      [
        ...samples,
        ...power([
          ['14:00', 'STOP'],
          ['16:30', 'STOP'],
        ]),
      ],
      setup,
    )
    assert.equal(project(state, at('16:31'), setup).changedFrom, at('16:30'))
    assert.deepEqual([state.windows.length, state.hours.length], [1, 1])
  })

  it('over a night out of schedule has a loss in each shift, of one stop, and fails once (E-15)', () => {
    const facts = factsOf([...samples, ...power([['07:00', 'RUN', 1]])], at('08:00', 1), setupOf({ trackingRules: rules }))
    assert.deepEqual(told(facts.losses), ['13:50–14:00 2 L2', '14:00–22:00 2 L2', '06:00–07:00 2 L2'])
    assert.deepEqual([...new Set(stopsAmong(facts.losses).map((loss) => loss.chainStart))], [at('13:50')])
    assert.deepEqual(
      facts.shifts.map(({ terms }) => terms.failureCount),
      [1, 0, 0],
    )
    assert.equal(
      facts.hours.filter((hour) => hour.shiftStart === null).reduce((sum, { terms }) => sum + terms.failureMs, 0),
      0,
    )
  })

  it('that takes less than its minimum duration is only slow running (E-16)', () => {
    const statusRules = [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false, minEventDurationMs: 5 * MIN })]
    const facts = factsOf([...samples, ...power([['13:53', 'RUN']])], at('13:59'), setupOf({ trackingRules: rules }, { statusRules }))
    assert.deepEqual(told(facts.losses), [])
    assert.equal(timesOf(termsAt(facts, '06:00')).runMs, 479 * MIN)
  })
})

describe('what a person says', () => {
  const samples = power([
    ['06:00', 'RUN'],
    ['08:00', 'STOP'],
    ['09:00', 'RUN'],
  ])
  const now = at('10:00')

  it('takes a planned stop out of planned production time, and raises availability (E-42)', () => {
    const before = termsAt(factsOf(samples, now, setupOf({})), '06:00')
    const after = termsAt(factsOf(samples, now, setupOf({ annotations: [said('08:00', '08:30', { reasonId: LUNCH })] })), '06:00')
    assert.equal(kpisOf(before).availability, 180 / 240)
    assert.equal(kpisOf(after).availability, 180 / 210)
    assert.equal(timesOf(after).plannedMs, 210 * MIN)
    assert.deepEqual([after.plannedDowntimeMs, after.plannedIncludedMs, after.unclassifiedDowntimeMs], [30 * MIN, 0, 30 * MIN])
  })

  it('of a break that overruns is cut at its limit (S-25, E-44)', () => {
    const facts = factsOf(samples, now, setupOf({ annotations: [said('08:00', '09:00', { reasonId: LUNCH })] }))
    assert.deepEqual(told(facts.losses), ['08:00–08:30 3 L2', '08:30–09:00 - L3'])
    assert.equal(termsAt(facts, '06:00').excludedMs, 30 * MIN)
  })

  it('stays at its split points when the stop turns out longer, and its own edges move (S-28, E-41)', () => {
    const annotations = [
      said('08:00', '08:20', { startsWithStop: true, reasonId: SMALL }),
      { ...said('08:20', '09:00', { endsWithStop: true, reasonId: BREAKDOWN }), id: exampleAnnotation(2, 0, 1).id },
    ]
    const longer = power([
      ['06:00', 'RUN'],
      ['07:50', 'STOP'],
      ['09:15', 'RUN'],
    ])
    assert.deepEqual(told(factsOf(longer, now, setupOf({ annotations })).losses), ['07:50–08:20 1 L1', '08:20–09:15 2 L2'])
  })

  it('of the hour before the stop reaches back over hours that were already told', () => {
    const setup = setupOf({ annotations: [said('10:30', '11:00', { startsWithStop: true, reasonId: BREAKDOWN })] })
    const stream = power([
      ['06:00', 'RUN'],
      ['09:50', 'STOP'],
      ['10:10', 'STOP'],
      ['10:40', 'STOP'],
      ['11:00', 'RUN'],
    ])
    const store = createFactsStore()
    let state = initialState()
    for (const sample of stream) {
      const step = advance(state, [sample], setup)
      state = step.state
      store.write(step.facts)
    }
    assert.deepEqual(told(store.read().losses), ['09:50–11:00 2 L2'])
    assert.equal(store.read().hours.find((hour) => hour.start === at('09:00'))?.terms.failureMs, 10 * MIN)
    assert.deepEqual(store.read(), factsOf(stream, at('11:00'), setup))
  })

  it('over silence turns it into downtime, over effective time says nothing (S-32, E-47)', () => {
    const silent = power([
      ['06:00', 'RUN'],
      ['08:00', '-'],
      ['09:00', 'RUN'],
    ])
    const annotations = [said('07:40', '08:20', { isManual: true, reasonId: LUNCH })]
    const facts = factsOf(silent, now, setupOf({ annotations }))
    const terms = termsAt(facts, '06:00')
    assert.deepEqual(told(facts.losses), ['08:00–08:20 3 L2'])
    assert.deepEqual([terms.noDataMs, terms.excludedMs], [40 * MIN, 20 * MIN])
    const without = termsAt(factsOf(silent, now, setupOf({ annotations: [said('08:00', '08:20', { isManual: true })] })), '06:00')
    assert.deepEqual([without.noDataMs, without.availabilityLossMs, without.unclassifiedDowntimeMs], [40 * MIN, 20 * MIN, 20 * MIN])
    const notEntered = termsAt(factsOf(silent, now, setupOf({ annotations: [said('08:00', '08:20', { reasonId: LUNCH })] })), '06:00')
    assert.equal(notEntered.noDataMs, 60 * MIN)
  })
})

describe('figures', () => {
  it('of a shift that is excluded whole are undefined, of one that is down whole 0 (E-2, E-3)', () => {
    const samples = power([
      ['06:00', 'STOP'],
      ['14:00', 'STOP'],
    ])
    const noOrders = exampleReason(3, { includeInOee: false })
    const setup = setupOf({ reasons: [noOrders], annotations: [said('06:00', '14:00', { reasonId: LUNCH })] })
    assert.deepEqual(kpisOf(termsAt(factsOf(samples, at('14:00'), setup), '06:00')), {
      availability: null,
      performance: null,
      quality: null,
      oee: null,
    })
    const down = kpisOf(termsAt(factsOf(samples, at('14:00'), setupOf({})), '06:00'))
    assert.deepEqual([down.availability, down.performance, down.oee], [0, null, 0])
  })

  it('of all kinds of stops close to the millisecond', () => {
    const samples = power([
      ['06:00', 'RUN'],
      ['07:00', 'STOP'],
      ['07:03', 'RUN'],
      ['08:00', 'STOP'],
      ['09:00', 'RUN'],
      ['10:00', 'STOP'],
      ['11:00', 'RUN'],
    ])
    const setup = setupOf({ trackingRules: rules, annotations: [said('10:00', '11:00', { reasonId: LUNCH })] })
    const terms = termsAt(factsOf(samples, at('12:00'), setup), '06:00')
    const fall = waterfallOf(terms)
    assert.ok(fall)
    assert.deepEqual([fall.smallStopMs, fall.excludedMs, fall.availabilityLossMs], [3 * MIN, 30 * MIN, 90 * MIN])
    const { elapsedMs, excludedMs, noDataMs, availabilityLossMs, smallStopMs, speedLossMs, qualityLossMs, valuableMs } = fall
    assert.equal(excludedMs + noDataMs + availabilityLossMs + smallStopMs + speedLossMs + qualityLossMs + valuableMs, elapsedMs)
    const { uptime, plannedDowntime, unplannedDowntime, unclassifiedDowntime } = wholeSecondsOf(terms)
    assert.deepEqual([uptime, plannedDowntime, unplannedDowntime, unclassifiedDowntime], [240 * 60, 30 * 60, 60 * 60, 30 * 60])
    assert.deepEqual([terms.unplannedIncludedMs, terms.failureMs, terms.failureCount], [60 * MIN, 60 * MIN, 1])
  })

  it('tell the availability loss while an order was in progress (D-27)', () => {
    const samples = power([
      ['06:00', 'RUN'],
      ['08:00', 'STOP'],
      ['09:00', 'RUN'],
    ])
    const runs = [{ jobOrderId: asId<JobOrderId>(1), start: at('07:00'), end: at('08:20'), idealCycleMs: null }]
    const setup = setupOf({ trackingRules: rules }, { jobs: { runs, parallelMode: 'ALTERNATING', confirmations: [] } })
    assert.equal(termsAt(factsOf(samples, at('10:00'), setup), '06:00').orderLossMs, 20 * MIN)
  })

  it('of a scheduled stop follow the default planned reason; without one they count (S-7, A-12)', () => {
    const statusRules = [exampleRule(1, 5, null), exampleRule(2, 1, 5, { isEffective: false, isScheduledLoss: true })]
    const samples = power([
      ['06:00', 'RUN'],
      ['08:00', 'STOP'],
      ['09:00', 'RUN'],
    ])
    const planned = setupOf(
      { reasons: [exampleReason(3, { type: 'PLANNED', includeInOee: false })], defaultPlannedReasonId: LUNCH },
      { statusRules },
    )
    const facts = factsOf(samples, at('10:00'), planned)
    assert.deepEqual(
      stopsAmong(facts.losses).map((loss) => [loss.reasonId, loss.reasonSource, loss.isScheduledLoss]),
      [[LUNCH, 'STATUS', true]],
    )
    assert.deepEqual([termsAt(facts, '06:00').excludedMs, termsAt(facts, '06:00').plannedDowntimeMs], [60 * MIN, 60 * MIN])
    const counted = termsAt(factsOf(samples, at('10:00'), setupOf({}, { statusRules })), '06:00')
    assert.deepEqual([counted.excludedMs, counted.plannedIncludedMs, counted.availabilityLossMs], [0, 60 * MIN, 60 * MIN])
  })
})

describe('a work center that does not track downtime by itself', () => {
  const samples = power([
    ['06:00', 'RUN'],
    ['08:00', 'STOP'],
    ['08:30', 'RUN'],
    ['10:00', 'STOP'],
    ['10:20', 'RUN'],
  ])
  const annotations = [said('10:00', '10:20', { reasonId: BREAKDOWN })]

  it('has the losses that people enter and no others, and the same downtime (S-21)', () => {
    const tracked = factsOf(samples, at('11:00'), setupOf({ trackingRules: rules, annotations }))
    const untracked = factsOf(samples, at('11:00'), setupOf({ trackingRules: rules, annotations }, { isDowntimeTracked: false }))
    assert.deepEqual(told(tracked.losses), ['08:00–08:30 2 L2', '10:00–10:20 2 L2'])
    assert.deepEqual(told(untracked.losses), ['10:00–10:20 2 L2'])
    assert.deepEqual(untracked.statuses, tracked.statuses)
    assert.equal(termsAt(untracked, '06:00').availabilityLossMs, termsAt(tracked, '06:00').availabilityLossMs)
  })
})

describe('the present', () => {
  const samples = power([
    ['06:00', 'RUN'],
    ['08:00', 'STOP'],
  ])

  it('shows a stop as planned by the reason that it has now, and counts losses without a reason (S-4)', () => {
    const { state } = advance(initialState(), samples, setupOf({}))
    const view = (losses: Partial<LossSetup>, now: string) => {
      const { state: shown, unclassifiedLossCount } = liveView(state, at(now), setupOf(losses))
      return [shown, unclassifiedLossCount]
    }
    const annotations = [said('08:00', null, { startsWithStop: true, reasonId: LUNCH })]
    assert.deepEqual(view({}, '08:10'), ['EMERGENCY', 1])
    assert.deepEqual(view({ trackingRules: rules }, '08:10'), ['EMERGENCY', 0])
    assert.deepEqual(view({ annotations }, '08:10'), ['NOT_EMERGENCY', 0])
    assert.deepEqual(view({ annotations }, '08:31'), ['EMERGENCY', 1])
  })
})
