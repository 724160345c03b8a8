import { measureChangeover } from '#engine/jobOrder/forecast/changeover.ts'
import { orderCycleOf } from '#engine/jobOrder/orderCycle.ts'
import { idealCycleOf } from '#engine/fold/compiledSetup.ts'
import { unitInstants } from '#engine/output/unitInstants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Logger } from '#server/log.ts'
import type { ShiftTimes } from '#server/jobOrder/orderDeps.ts'
import { countingRules, outputSeries } from '#server/output/countedUnits.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { listDueChangeovers, listExcluded, passOver, writeChangeovers } from './changeover.store.ts'
import type { DueChangeover, MeasuredRow } from './changeover.store.ts'

const EVERY_MS = MINUTE_MS
const MOST_AT_ONCE = 50
/** The first units of the next order are awaited for so long. */
const WAIT_MS = 5 * MINUTE_MS
/** Once a run is so old it is looked at again: first units come late, and so does data. */
const AGAIN_AFTER_MS = [20 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, DAY_MS, 3 * DAY_MS]
/** While the first units are not there, they are looked for this often, so long: who changed it stands beside the machine. */
const SOUGHT_EVERY_MS = 5 * MINUTE_MS
const SOUGHT_FOR_MS = 2 * HOUR_MS
/** A server that stood still makes up for so much of that. */
const AGAIN_FOR_MS = 4 * DAY_MS
/** So far from the border of two runs the last unit of the one and the first of the other are looked for. */
const LOOKED_MS = 8 * HOUR_MS

type MeasureDeps = {
  readonly database: Pick<Database, 'inSystem' | 'inTenant'>
  readonly readSamples: SampleReader
  readonly shiftTimes: ShiftTimes
  readonly log?: Logger
}

/** Has each changeover measured within minutes of the first units behind it, which are looked for every five, and five times more in three days (domain.md F-3). */
export function measureChangeoversRegularly(jobs: Pick<Jobs, 'every'>, deps: MeasureDeps, now: () => number = Date.now): void {
  jobs.every('CHANGEOVERS', { next: (at) => at + EVERY_MS, isAtStart: true }, async ({ signal }) => {
    while (!signal.aborted && (await measureDueChangeovers(deps, now())) >= MOST_AT_ONCE);
  })
}

/** Measures the changeovers that are due; returns how many there were, at most 50. */
export async function measureDueChangeovers(deps: MeasureDeps, now: number): Promise<number> {
  const sought = { since: now - SOUGHT_FOR_MS, measuredBefore: now - SOUGHT_EVERY_MS }
  const asked = { until: now - WAIT_MS, again: now - AGAIN_FOR_MS, ages: AGAIN_AFTER_MS, sought, now, most: MOST_AT_ONCE }
  const due = await deps.database.inSystem((tx) => listDueChangeovers(tx, asked))
  for (const [companyId, runs] of Map.groupBy(due, (run) => run.companyId)) {
    const rows: MeasuredRow[] = []
    const failed: DueChangeover[] = []
    for (const run of runs) {
      try {
        rows.push(await measure(deps, run, now))
      } catch (error) {
        // Its turn is over, so that the others behind it have theirs; what was measured before holds on.
        const { workCenterId, jobOrderId, start } = run
        deps.log?.warn({ err: error, companyId, workCenterId, jobOrderId, start }, 'a changeover could not be measured')
        failed.push(run)
      }
    }
    await deps.database.inTenant(companyId, async (tenant) => {
      await writeChangeovers(tenant, rows, new Date(now))
      await passOver(tenant, failed, new Date(now))
    })
  }
  return due.length
}

async function measure(deps: MeasureDeps, run: DueChangeover, now: number): Promise<MeasuredRow> {
  const { companyId, workCenterId, jobOrderId, start, end, before, measuredOn } = run
  const nothing = { workCenterId, jobOrderId, start, measuredOn, fromOrderId: before?.jobOrderId ?? null, measured: null }
  // The same product is no changeover.
  if (before === null || before.isSameItem || before.jobOrderId === jobOrderId) return nothing
  const inTenant = <T>(work: Parameters<typeof deps.database.inTenant<T>>[1]) => deps.database.inTenant(companyId, work)
  const looked = { start: Math.max(before.start, before.end - LOOKED_MS), end: Math.min(end ?? now, start + LOOKED_MS) }
  const { place, shifts, excluded } = await inTenant(async (tenant) => ({
    place: (await findWorkCenters(tenant, [workCenterId]))[0],
    shifts: (await deps.shiftTimes(tenant, [workCenterId]))(workCenterId, looked),
    excluded: await listExcluded(tenant, workCenterId, looked),
  }))
  const cycleOfNextMs = orderCycleOf(run) ?? idealCycleOf(place?.targetSpeed ?? null)
  if (place === undefined || cycleOfNextMs === null) return nothing
  const units = unitInstants(await outputSeries({ inTenant, readSamples: deps.readSamples }, place, looked), countingRules(place))
  const measured = measureChangeover({
    endOfFirst: before.end,
    startOfNext: start,
    unitsOfFirst: units.filter((at) => at <= before.end),
    unitsOfNext: units.filter((at) => at >= start),
    cycleOfNextMs,
    shifts,
    excluded,
  })
  return { ...nothing, measured }
}
