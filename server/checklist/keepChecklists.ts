import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { ChecklistSource } from '#engine/checklist/checklist.ts'
import type { EventKind } from '#engine/event/domainEvent.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'
import type { DomainEvent } from '#server/event/consumer.ts'
import { keepByMarks } from '#server/event/keepByMarks.ts'
import type { KeepDeps, Keeper } from '#server/event/keepByMarks.ts'
import { insertMarks } from '#server/event/mark.store.ts'
import { isAt, lookAtStops } from './lookAtChecklists.service.ts'

/** What follows a stop does not wait for the next minute: a lock-out is asked for while the stop lasts. */
const STOP_SOURCES: readonly ChecklistSource[] = ['LOSS_REASON', 'REASON', 'STATUS']

/** What may make a checklist due that follows stops. */
const TELLING: readonly EventKind[] = ['STOP_BEGAN', 'STOP_CLASSIFIED', 'STOP_ENDED']

/** Brings checklists that follow stops up to date as soon as a stop changed (domain.md CL-1); what the clock makes due is looked at each minute. */
export async function keepChecklists(deps: KeepDeps): Promise<Keeper> {
  return await keepByMarks(deps, {
    name: 'checklists',
    kind: 'STOPS_OF_CHECKLISTS',
    table: 'checklist_mark',
    mark: markEvents,
    evaluate: async (tenant, { workCenterId }, now) => {
      await lookAtStops(tenant, workCenterId, STOP_SOURCES, now)
      return null
    },
  })
}

async function markEvents(tx: Transaction<DB>, events: readonly DomainEvent[], now: number): Promise<void> {
  const stops = events.flatMap(({ companyId, workCenterId, kind, at }) =>
    workCenterId === null || !TELLING.includes(kind) ? [] : [{ companyId, workCenterId, fromAt: Math.min(at, now) }],
  )
  if (stops.length === 0) return
  const asking = await listAsking(tx, [...new Set(stops.map(({ companyId }) => companyId))])
  const isAsked = (stop: (typeof stops)[number]) => asking.some((one) => one.companyId === stop.companyId && isAt(one, stop.workCenterId))
  await insertMarks(tx, 'checklist_mark', stops.filter(isAsked), now)
}

type Asking = { readonly companyId: CompanyId; readonly workCenterIds: readonly WorkCenterId[] }

/** Returns where the companies ask checklists that follow stops: a stop elsewhere is none of theirs. */
async function listAsking(tx: Transaction<DB>, companyIds: readonly CompanyId[]): Promise<readonly Asking[]> {
  const { rows } = await sql<Asking>`select distinct c.company_id as "companyId", c.work_center_ids as "workCenterIds" from checklist c
    join checklist_version v on v.company_id = c.company_id and v.checklist_id = c.id and v.version = c.version
    where c.company_id = any(${companyIds}) and c.is_active and c.archived_on is null
      and v.definition -> 'frequency' ->> 'source' = any(${STOP_SOURCES})`.execute(tx)
  return rows
}
