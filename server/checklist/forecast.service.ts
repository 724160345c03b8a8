import { foretold, FORETOLD_SOURCES, workingFrom } from '#engine/checklist/forecast.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listChecklists } from './checklist.store.ts'
import { factsSince, isAt, isOfProduct, plannedOf } from './lookAtChecklists.service.ts'
import { listClocks, listPlacesAtWork } from './occurrence.store.ts'
import { readPlaceFacts } from './placeFacts.service.ts'

export const MAX_FORECAST_HOURS = 48
export const MAX_FORECAST_PLACES = 50
export const MAX_FORECAST_RUNS = 400
/** So many runs of a checklist at a work center are told. */
export const MAX_FORECAST_TIMES = 8

/** A run that the clock will make due. */
export type ForecastRun = { readonly checklistId: number; readonly workCenterId: WorkCenterId; readonly dueAt: number }

export type Forecast = {
  /** Soonest first. */
  readonly runs: readonly ForecastRun[]
  /** So many more are foretold than are told. */
  readonly moreRuns: number
  /** At so many more work centers something may come that is not looked at. */
  readonly moreWorkCenters: number
}

/** Returns what the clock makes due at the work centers, null = all, after `now` and before `to` if machines work from now on, and what is left out (domain.md CL-16). */
export async function forecastChecklists(
  tenant: Tenant,
  workCenterIds: readonly number[] | null,
  { now, to }: { readonly now: number; readonly to: number },
): Promise<Forecast> {
  const checklists = (await listChecklists(tenant, { isAtWork: true })).filter(({ frequency }) => FORETOLD_SOURCES.has(frequency.source))
  const wanted = (await listPlacesAtWork(tenant)).filter((id) => workCenterIds === null || workCenterIds.includes(id))
  const places = wanted.flatMap((workCenterId) => {
    const asked = checklists.filter((one) => isAt(one, workCenterId))
    return asked.length === 0 ? [] : [{ workCenterId, asked }]
  })
  const runs: ForecastRun[] = []
  let all = 0
  for (const { workCenterId, asked } of places.slice(0, MAX_FORECAST_PLACES)) {
    const clocks = await listClocks(tenant, workCenterId)
    const planned = asked.map((checklist) => plannedOf(checklist, clocks, now))
    const start = Math.min(now, ...planned.map(({ checklist, from }) => factsSince(checklist, from)))
    const frequencies = asked.map(({ frequency }) => frequency)
    const facts = await readPlaceFacts(tenant, workCenterId, { start, end: to }, frequencies)
    const working = workingFrom(facts, now)
    for (const { checklist, asked: frequency, clock, from } of planned) {
      const due = foretold(frequency, working, { from, now, to, clock }).filter(({ dueAt }) => isOfProduct(checklist, facts, dueAt))
      all += due.length
      const soonest = due.toSorted((left, right) => left.dueAt - right.dueAt).slice(0, MAX_FORECAST_TIMES)
      for (const { dueAt } of soonest) runs.push({ checklistId: checklist.id, workCenterId, dueAt })
    }
  }
  const told = runs.toSorted((left, right) => left.dueAt - right.dueAt).slice(0, MAX_FORECAST_RUNS)
  return { runs: told, moreRuns: all - told.length, moreWorkCenters: Math.max(0, places.length - MAX_FORECAST_PLACES) }
}
