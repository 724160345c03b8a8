import { NO_JOBS } from '#engine/jobOrder/jobRun.ts'
import { NO_LOSS_SETUP } from '#engine/loss/lossSetup.ts'
import { advance, initialState } from '#engine/advance.ts'
import { asId, type CompanyId, type DeviceId, type StatusRuleId, type WorkCenterId } from '#engine/ids.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { median, print } from './report/figure.ts'

const LIMIT = 1_000_000
const SAMPLES = 600_000
const RUNS = 5
const MESSAGES = 30_000
const PERIOD_MS = 10_000
const START = Date.UTC(2026, 0, 5)

const setup: WorkCenterSetup = {
  companyId: asId<CompanyId>('BENCH'),
  workCenterId: asId<WorkCenterId>(1),
  deviceId: asId<DeviceId>('00000000-0000-4000-8000-000000000001'),
  type: 'DISCRETE',
  statusSource: 'POWER',
  statusSourceVersions: [],
  manualStatuses: [],
  electricalVersions: [],
  losses: NO_LOSS_SETUP,
  jobs: NO_JOBS,
  statusRules: [rule(1, 5, null, true, 20_000), rule(2, 1, 5, false, 60_000)],
  electrical: { cosPhi: null, voltage: null, transformationRatio: 1, nominalPowerKw: 12, idleLoadThreshold: 20 },
  reportMode: 'PERIODIC',
  nominalPeriodMs: PERIOD_MS,
  output: {
    calculationType: 'TOTAL_AND_REJECTED',
    targetSpeedPerMin: 30,
    counterRange: null,
    isTrackedAutomatically: true,
    rejectionAmount: null,
  },
  oee: {
    calculateAvailability: true,
    calculatePerformance: true,
    calculateQuality: true,
    noDataPolicy: 'EXCLUDE',
    capPerformance: false,
    targetAvailability: null,
    targetPerformance: null,
    targetQuality: null,
    targetOee: null,
  },
  schedule: [
    {
      validFrom: 0,
      zone: 'Europe/Kyiv',
      shifts: [
        { shiftId: 1, code: '1', name: 'Early', timeStart: '06:00', timeEnd: '14:00' },
        { shiftId: 2, code: '2', name: 'Late', timeStart: '14:00', timeEnd: '22:00' },
        { shiftId: 3, code: '3', name: 'Night', timeStart: '22:00', timeEnd: '06:00' },
      ],
    },
  ],
}

const few = madeSamples(MESSAGES * 2)
const messages: (readonly Sample[])[] = []
for (let index = 0; index < MESSAGES * 2; index += 2) messages.push(few.slice(index, index + 2))
const costs: number[] = []
let state = initialState()
for (let run = 0; run < RUNS; run++) {
  state = initialState()
  const began = performance.now()
  for (const message of messages) state = advance(state, message, setup).state
  costs.push(((performance.now() - began) * 1000) / MESSAGES)
}

const samples = madeSamples(SAMPLES)
const rates: number[] = []
for (let run = 0; run < RUNS; run++) {
  const began = performance.now()
  advance(initialState(), samples, setup)
  rates.push((SAMPLES / (performance.now() - began)) * 1000)
}
print({ bench: 'fold', value: median(rates), unit: 'samples/s', limit: LIMIT, runs: RUNS, note: 'one work center, one core' })
print({ bench: 'fold, a message of two samples', value: median(costs), unit: 'µs', runs: RUNS })
print({ bench: 'engine state', value: JSON.stringify(state).length, unit: 'bytes' })

/** A machine with power and counter every ten seconds: runs, stops every few minutes, now and then falls silent. */
function madeSamples(count: number): Sample[] {
  const made: Sample[] = []
  let at = START
  let total = 0
  for (let index = 0; index < count / 2; index++) {
    const isStopped = index % 60 > 50
    if (!isStopped) total += 4
    made.push({ at, sensor: 'POWER', value: isStopped ? 2 : 9 + (index % 7) / 10 }, { at, sensor: 'TOTAL_OUTPUT', value: total })
    at += index % 5000 === 4999 ? PERIOD_MS * 60 : PERIOD_MS
  }
  return made
}

function rule(
  id: number,
  min: number,
  max: number | null,
  isEffective: boolean,
  minEventDurationMs: number,
): WorkCenterSetup['statusRules'][number] {
  return {
    id: asId<StatusRuleId>(id),
    name: `Status ${id}`,
    shortName: null,
    color: '#2f9e44',
    rangeType: 'POWER',
    range: { min, max },
    minEventDurationMs,
    isEffective,
    isScheduledLoss: false,
    needGenerateEventByState: !isEffective,
    validFrom: 0,
    validTo: null,
  }
}
