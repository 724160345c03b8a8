import assert from 'node:assert/strict'
import { advance, initialState, project } from '#engine/advance.ts'
import type { LossInterval, OeeTerms, ShiftRecord } from '#engine/facts.ts'
import { asId, type LossReasonId } from '#engine/ids.ts'
import type { LossReason } from '#engine/loss/lossReason.ts'
import { NO_LOSS_SETUP, type LossSetup } from '#engine/loss/lossSetup.ts'
import { timesOf } from '#engine/oee/kpis.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { exampleSetup, shift } from './exampleSetup.ts'
import { createFactsStore, stopsAmong } from './factsStore.ts'
import { exampleAnnotation, exampleReason, exampleTracking } from './lossSetups.ts'
import { equals, list, num, record, text, type Vector } from './vectorInput.ts'

const MIN = 60_000
const DAY = 1440 * MIN
const STOP = Date.UTC(2026, 4, 4, 1)

/** Worked examples of reasons of stops, each through the fold. */
export const COVER_LOSSES: Readonly<Record<string, (vector: Vector) => void>> = {
  crossShift(vector) {
    const [from = 0, until = 0] = list(vector.inputs['lossMin']).map((time) => Date.UTC(2026, 4, 4) + clock(text(time)))
    const to = until > from ? until : until + DAY
    const change = text(vector.inputs['shiftChange'])
    const opposite = clockText(clock(change) + DAY / 2)
    const schedule = [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, opposite, change), shift(2, change, opposite)] }]
    // Only the whole duration makes it a breakdown: each of its pieces is shorter.
    const rows = [[num(vector.expected['ruleDurationMin']) * MIN, null, 1]] as const
    const reasons = [exampleReason(1, { activityTypes: ['BREAKDOWN_TIME'] })]
    const { shifts } = stopped(to, { ...NO_LOSS_SETUP, reasons, trackingRules: [exampleTracking(2, rows)] }, { from, schedule })
    const [night, day] = shifts.map(({ terms }) => terms)
    assert.ok(night && day)
    equals(night.failureMs / MIN, vector.expected['nightShareMin'], 'nightShareMin')
    equals(day.failureMs / MIN, vector.expected['dayShareMin'], 'dayShareMin')
    equals(night.failureCount + day.failureCount, vector.expected['failures'], 'failures')
    assert.equal(night.failureCount, 1)
  },
  lossRules(vector) {
    const rows = list(vector.inputs['rowsSec']).map(list)
    const names = rows.map(([, , name]) => text(name))
    const trackingRules = [
      exampleTracking(
        2,
        rows.map(([from, to], index) => [num(from) * 1000, to === null ? null : num(to) * 1000, index + 1] as const),
      ),
    ]
    const reasons = names.map((_, index) => exampleReason(index + 1))
    const found = list(vector.inputs['durations']).map((seconds) => {
      const { losses } = stopped(STOP + num(seconds) * 1000, { ...NO_LOSS_SETUP, reasons, trackingRules })
      // A stop that only begins lasts 0 seconds: it is an open loss.
      return names[(losses[0]?.reasonId ?? 0) - 1] ?? null
    })
    assert.deepEqual(found, vector.expected['reasons'])
  },
  maxDuration(vector) {
    const { inputs } = vector
    const lunch: Partial<LossReason> = {
      type: 'PLANNED',
      includeInOee: record(inputs)['reasonIncluded'] === true,
      maximumAllowedDurationMs: inputs['maxAllowedMin'] === null ? null : num(inputs['maxAllowedMin']) * MIN,
    }
    const end = STOP + num(inputs['lossMin']) * MIN
    const said = exampleAnnotation(1, STOP, end, { reasonId: asId<LossReasonId>(1) })
    const { losses, terms } = stopped(end, { ...NO_LOSS_SETUP, reasons: [exampleReason(1, lunch)], annotations: [said] })
    const pieces = losses.map((loss) => [loss.reasonId === null ? 'UNCLASSIFIED' : 'LUNCH', ((loss.end ?? end) - loss.start) / MIN])
    assert.deepEqual(pieces, vector.expected['pieces'])
    equals((terms.elapsedMs - timesOf(terms).plannedMs) / MIN, vector.expected['plannedProductionTimeReduction'], 'PPT reduction')
    assert.deepEqual(
      losses.map((loss) => loss.level),
      pieces.map(([name]) => (name === 'LUNCH' ? 2 : 3)),
    )
  },
}

/** A machine that runs, stops for so long and runs again; a stop of no length is shown as it begins. */
function stopped(end: number, losses: LossSetup, more: { from?: number; schedule?: WorkCenterSetup['schedule'] } = {}): Stopped {
  const { from = STOP, schedule = [{ validFrom: 0, zone: 'UTC', shifts: [shift(1, '00:00', '00:00')] }] } = more
  const samples: Sample[] = [
    { at: from - MIN, sensor: 'POWER', value: 9 },
    { at: from, sensor: 'POWER', value: 2 },
    ...(end > from ? [{ at: end, sensor: 'POWER', value: 9 } satisfies Sample] : []),
  ]
  const setup = exampleSetup({ schedule, losses, reportMode: 'ON_CHANGE' })
  const store = createFactsStore()
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, end > from ? end + MIN : end, setup))
  const { shifts } = store.read()
  const [first] = shifts
  assert.ok(first)
  return { losses: stopsAmong(store.read().losses), shifts, terms: first.terms }
}

type Stopped = { readonly losses: readonly LossInterval[]; readonly shifts: readonly ShiftRecord[]; readonly terms: OeeTerms }

function clockText(timeMs: number): string {
  const minutes = (timeMs / MIN) % 1440
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function clock(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * MIN
}
