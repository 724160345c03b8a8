import { foretold, FORETOLD_SOURCES } from '#engine/checklist/forecast.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { listChecklists } from './checklist.store.ts'
import { factsSince, isAt, isOfProduct, plannedOf } from './lookAtChecklists.service.ts'
import { listClocks, listPlacesAtWork } from './occurrence.store.ts'
import { readPlaceFacts } from './placeFacts.service.ts'

export const MAX_FORECAST_HOURS = 48
export const MAX_FORECAST_PLACES = 50
export const MAX_FORECAST_RUNS = 200

/** A run that the clock will make due. */
export type ForecastRun = { readonly checklistId: number; readonly workCenterId: WorkCenterId; readonly dueAt: number }

/** Returns what the clock makes due at the work centers, null = all, after `now` and before `to` if machines work from now on, soonest first (domain.md CL-16). */
export async function forecastChecklists(
  tenant: Tenant,
  workCenterIds: readonly number[] | null,
  { now, to }: { readonly now: number; readonly to: number },
): Promise<readonly ForecastRun[]> {
  const checklists = (await listChecklists(tenant, { isAtWork: true })).filter(({ frequency }) => FORETOLD_SOURCES.has(frequency.source))
  const places = (await listPlacesAtWork(tenant)).filter((id) => workCenterIds === null || workCenterIds.includes(id))
  const runs: ForecastRun[] = []
  for (const workCenterId of places.slice(0, MAX_FORECAST_PLACES)) {
    const asked = checklists.filter((one) => isAt(one, workCenterId))
    if (asked.length === 0) continue
    const clocks = await listClocks(tenant, workCenterId)
    const planned = asked.map((checklist) => plannedOf(checklist, clocks, now))
    const start = Math.min(now, ...planned.map(({ checklist, from }) => factsSince(checklist, from)))
    const facts = await readPlaceFacts(tenant, workCenterId, { start, end: to })
    for (const { checklist, asked: frequency, clock, from } of planned)
      for (const { dueAt } of foretold(frequency, facts, { from, now, to, clock }))
        if (isOfProduct(checklist, facts, dueAt)) runs.push({ checklistId: checklist.id, workCenterId, dueAt })
  }
  return runs.toSorted((left, right) => left.dueAt - right.dueAt).slice(0, MAX_FORECAST_RUNS)
}
