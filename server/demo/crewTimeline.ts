import { sql } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { writeTimelineNote } from '#server/analytics/timelineNote.service.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'

type Deps = { readonly database: Database; readonly now: () => number }

const NOTES = ['Guide rails adjusted', 'New drive belt', 'New oil filter', 'Outfeed sensor moved closer'] as const
/** So far back the newest note lies when it is written, so that shifts follow it; after so many more days the next one comes. */
const BACK_MS = 3 * DAY_MS
const EVERY_MS = 4 * DAY_MS

/** Has the lead of the demo plant write a note on the timeline every few days, of machines in turn, from the history of the demo on. */
export async function crewTimeline({ database, now }: Deps, companyId: CompanyId, lead: Membership | undefined): Promise<void> {
  if (lead === undefined) return
  await database.inTenant(companyId, async (tenant) => {
    const places = await listPlaces(tenant)
    const last = await findLast(tenant)
    const newest = Math.floor((now() - BACK_MS) / HOUR_MS) * HOUR_MS
    const dues = last === null ? [newest - EVERY_MS, newest] : newest - last >= EVERY_MS ? [newest] : []
    for (const start of dues) {
      const turn = Math.floor(start / EVERY_MS)
      const place = places[turn % Math.max(1, places.length)]
      if (place === undefined || start < place.since) continue
      const form = { text: NOTES[turn % NOTES.length] ?? NOTES[0], start, end: null, workCenterId: place.id, groupId: null, reasonId: null }
      await writeTimelineNote(tenant, { userId: lead.userId, at: new Date(start) }, form)
    }
  })
}

async function listPlaces({ tx, companyId }: Tenant): Promise<readonly { readonly id: WorkCenterId; readonly since: number }[]> {
  const { rows } = await sql<{ id: number; since: number }>`select w.id, min(s.start_at) as since from work_center w
    join shift s on s.company_id = w.company_id and s.work_center_id = w.id
    where w.company_id = ${companyId} and w.device_status <> 'ARCHIVE' and not w.is_trial group by 1 order by 1`.execute(tx)
  return rows.map(({ id, since }) => ({ id: asId<WorkCenterId>(id), since }))
}

async function findLast({ tx, companyId }: Tenant): Promise<number | null> {
  const { rows } = await sql<{
    last: number | null
  }>`select max(start_at) as last from timeline_note where company_id = ${companyId}`.execute(tx)
  return rows[0]?.last ?? null
}
