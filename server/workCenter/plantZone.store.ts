import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/**
 * Returns the plant's zone of each work center, archived ones too: the zone of its own schedule in force, else the company's. Days and shifts of
 * figures are those of this zone, for everybody. `ids` null = all of the company.
 */
export async function listPlantZones(tenant: Tenant, ids: readonly WorkCenterId[] | null): Promise<ReadonlyMap<WorkCenterId, string>> {
  const { rows } = await sql<{ id: number; zone: string }>`
    select w.id, coalesce(own.time_zone, w.time_zone, c.time_zone) as zone
    from work_center w join company c on c.id = w.company_id
    cross join (select (extract(epoch from clock_timestamp()) * 1000)::int8 as now) at
    left join lateral (
      select s.time_zone from shift_schedule s
      where s.company_id = w.company_id and s.work_center_id = w.id and s.valid_from <= at.now
        and s.valid_from > coalesce((select max(e.valid_from) from shift_schedule_end e
          where e.company_id = w.company_id and e.work_center_id = w.id and e.valid_from <= at.now), -1)
      order by s.valid_from desc limit 1) own on true
    where w.company_id = ${tenant.companyId} and (${ids}::int[] is null or w.id = any(${ids}::int[]))`.execute(tenant.tx)
  return new Map(rows.map(({ id, zone }) => [asId<WorkCenterId>(id), zone]))
}

/** Returns the plant's zone of one work center. */
export async function findPlantZone(tenant: Tenant, id: WorkCenterId): Promise<string> {
  return (await listPlantZones(tenant, [id])).get(id) ?? 'UTC'
}
