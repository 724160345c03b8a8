import { sql } from 'kysely'
import { NOTE_SHIFTS } from '#engine/analytics/timelineNote.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import { conditions, type LossFilter } from '#server/loss/lossFilter.store.ts'
import { AGGREGATES } from '#server/oee/recordSumColumns.ts'
import { lengthOf } from './lossFacts.store.ts'
import { ofPlace, type SummedRecords, type SummedRow, toSummed } from './recordFacts.store.ts'

/** Which shifts are compared: those over before `start`, and those begun after `end` that are over now, of the work centers. In ms UTC. */
export type AroundNote = {
  readonly now: number
  readonly start: number
  readonly end: number
  readonly workCenterIds: readonly WorkCenterId[] | null
  readonly groupId: number | null
}

const PLANNED_TIME = sql`s.elapsed_ms - s.excluded_ms - s.no_data_ms > 0`

/** The shifts with planned time nearest to the note, of each work center as many before as since; key 'BEFORE' or 'SINCE'. */
function nearest(tenant: Tenant, { start, end, now, workCenterIds, groupId }: AroundNote) {
  return sql`with sides as (
    select p.company_id, p.id as work_center_id, x.side, x.start_at,
      row_number() over (partition by p.id, x.side order by abs(x.start_at - ${start}::int8)) as place
    from work_center p cross join lateral (
      (select 'BEFORE' as side, s.start_at from shift s where s.company_id = p.company_id and s.work_center_id = p.id
        and s.start_at < ${start}::int8 and s.end_at <= ${start}::int8 and ${PLANNED_TIME} order by s.start_at desc limit ${NOTE_SHIFTS})
      union all
      (select 'SINCE', s.start_at from shift s where s.company_id = p.company_id and s.work_center_id = p.id
        and s.start_at >= ${end}::int8 and s.end_at <= ${now}::int8 and ${PLANNED_TIME} order by s.start_at limit ${NOTE_SHIFTS})) x
    where p.company_id = ${tenant.companyId} and (${workCenterIds}::int[] is null or p.id = any(${workCenterIds}::int[]))
      and (${groupId}::int is null or p.group_id = ${groupId}::int)
  ), enough as (
    select work_center_id, least(count(*) filter (where side = 'BEFORE'), count(*) filter (where side = 'SINCE')) as places
    from sides group by 1
  ), near as (select s.company_id, s.work_center_id, s.start_at, s.side from sides s join enough using (work_center_id) where s.place <= enough.places)`
}

/** Returns the records of the shifts around the note by side, those of work centers with the same switches together. */
export async function readNoteRecords(tenant: Tenant, around: AroundNote): Promise<readonly SummedRecords[]> {
  const { rows } = await sql<SummedRow>`${nearest(tenant, around)}
    select array[near.side] as keys, ${ofPlace('OEE')}, 0 as work_center_id, '' as date, null::int as shift_id, ${AGGREGATES}
    from near join shift on (shift.company_id, shift.work_center_id, shift.start_at) = (near.company_id, near.work_center_id, near.start_at)
      join work_center w on w.company_id = shift.company_id and w.id = shift.work_center_id
    group by 1, 2, 3, 4, 5`.execute(tenant.tx)
  return rows.map(toSummed)
}

/** Returns how long the losses of the shifts around the note lasted in ms, by side. */
export async function readNoteLosses(tenant: Tenant, around: AroundNote, filter: LossFilter): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ side: string; ms: number }>`${nearest(tenant, around)}
    select near.side, sum((${lengthOf(around.now)})::float8)::int8 as ms
    from near join shift s on (s.company_id, s.work_center_id, s.start_at) = (near.company_id, near.work_center_id, near.start_at)
      join loss l on l.company_id = s.company_id and l.work_center_id = s.work_center_id and l.shift_start_at = s.start_at
    where l.is_valid ${conditions(filter, around.now)} group by 1`.execute(tenant.tx)
  return new Map(rows.map(({ side, ms }) => [side, ms]))
}
