import { useMemo } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'
import { OutputOfShiftDocument, SensorValuesOfShiftDocument } from '#web/api/generated/graphql.ts'
import { pickSeries, type SensorChart } from '#web/chart/prepareSignal.ts'
import { speedOfOutput } from '#web/chart/prepareSpeed.ts'
import { serverNow } from '#web/ui/clock.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { isRunning } from '../isRunning.ts'
import type { LoadedWorkCenter } from './WorkCenterHeader.tsx'
import { type SignalPlan, signalPlans } from './workCenterPage.view.ts'

const MAX_POINTS = 600
/** Readings come all the time and are no records. */
const READINGS_MS = 60_000
const SPEED_BUCKETS = 240
const SMALLEST_BUCKET_SECONDS = 60

export type Signal = {
  /** Undefined until the first answer. */
  readonly chart: SensorChart | undefined
  readonly plan: SignalPlan | undefined
  readonly isFailed: boolean
  readonly refetch: () => void
}

/** Returns what to chart over the bounds: the signal of the status source where it has values, counted output as speed where nothing measures it, else another signal. */
export function useSignal(workCenter: LoadedWorkCenter, bounds: TimeWindow): Signal {
  const plans = useMemo(() => signalPlans(workCenter.statusSource), [workCenter.statusSource])
  const variables = useMemo(
    () => ({
      workCenterId: workCenter.id,
      period: { start: new Date(bounds.from).toISOString(), end: new Date(bounds.to).toISOString() },
    }),
    [workCenter.id, bounds],
  )
  const interest = { workCenterIds: [workCenter.id], kinds: ['output', 'workCenter'], period: bounds } as const
  const everyMs = isRunning(bounds) ? READINGS_MS : null
  const [sensors, refetch] = useFreshQuery(
    SensorValuesOfShiftDocument,
    useMemo(() => ({ ...variables, sensorTypes: sensorTypesOf(plans), maxPoints: MAX_POINTS }), [variables, plans]),
    interest,
    { everyMs },
  )
  const measured = sensors.data?.sensorValues
  const isCounted =
    workCenter.statusSource === 'SPEED' && measured !== undefined && pickSeries(measured, plans[0]?.wanted ?? []).length === 0
  const [output] = useFreshQuery(
    OutputOfShiftDocument,
    useMemo(() => ({ ...variables, bucketSeconds: bucketSecondsOf(bounds) }), [variables, bounds]),
    interest,
    { pause: !isCounted, everyMs },
  )
  const buckets = output.data?.outputChart
  const counted = useMemo(() => (isCounted && buckets ? speedOfOutput(buckets, serverNow()) : undefined), [isCounted, buckets])
  const chart = isCounted && !output.error ? counted : measured
  const plan = useMemo(() => {
    const found = (chart && plans.find((candidate) => pickSeries(chart, candidate.wanted).length > 0)) ?? plans[0]
    // The speed between two counts jumps; only the speed of whole buckets is a line.
    return found && isCounted ? { ...found, isLive: false } : found
  }, [chart, plans, isCounted])
  return { chart, plan, isFailed: sensors.error !== undefined, refetch }
}

function sensorTypesOf(plans: readonly SignalPlan[]): SensorType[] {
  return plans.flatMap((plan) => plan.wanted.flat())
}

function bucketSecondsOf({ from, to }: TimeWindow): number {
  return Math.max(SMALLEST_BUCKET_SECONDS, Math.round((to - from) / SPEED_BUCKETS / 1000))
}
