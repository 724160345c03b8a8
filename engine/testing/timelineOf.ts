import { advance, initialState, project } from '#engine/advance.ts'
import type { Facts } from '#engine/facts.ts'
import type { Sample, SensorKey } from '#engine/sensor/sensorType.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { exampleSetup } from './exampleSetup.ts'
import { createFactsStore } from './factsStore.ts'

/** A reading: minutes after 06:00 of the example's first day, the sensor, the value. */
export type ExampleReading = readonly [minute: number, sensor: SensorKey, value: number | null]

const MIN = 60_000
/** A Monday at 06:00 UTC, when the example's first shift starts. */
const START = Date.UTC(2026, 4, 4, 6)

/** Returns the instant so many minutes after 06:00 of the example's first day. */
export function minuteAt(minute: number): number {
  return START + minute * MIN
}

/** Returns the facts of the readings at the minute, on the example's work center with the changes. */
export function exampleFacts(
  minute: number,
  readings: readonly ExampleReading[],
  more: Partial<WorkCenterSetup> = {},
): Omit<Facts, 'changedFrom'> {
  const setup = exampleSetup(more)
  const store = createFactsStore()
  const samples = readings.map(([at, sensor, value]): Sample => ({ at: minuteAt(at), sensor, value }))
  const { state, facts } = advance(initialState(), samples, setup)
  store.write(facts)
  store.write(project(state, minuteAt(minute), setup))
  return store.read()
}

/** Returns the statuses as `rule or kind from-to` in minutes; no data with its cause. */
export function timelineOf({ statuses }: Pick<Facts, 'statuses'>): string[] {
  return statuses.map(
    (row) => `${row.statusRuleId ?? row.cause ?? row.kind} ${minuteOf(row.start)}-${row.end === null ? '' : minuteOf(row.end)}`,
  )
}

function minuteOf(instant: number): number {
  return (instant - START) / MIN
}
