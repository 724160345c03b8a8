import type { ClientBase } from 'pg'
import { DAY_MS } from '#engine/time/durations.ts'
import { dropMonthPartitions } from '#server/db/monthPartitions.ts'
import type { Logger } from '#server/log.ts'

const DELETED_SENSOR_DAYS = 31
/** Rows deleted at once of months that have no table of their own. */
const ROWS_AT_ONCE = 5_000

/** From here on facts before the horizon stay. Their samples are deleted a round later, so that a recomputation under way still has them. */
const RAISE = `update work_center set recalculable_from = $1 where recalculable_from < $1`
const IS_RAISED = `select not exists (select from work_center where recalculable_from < $1) as raised`
const TRIM_REST = `
delete from sample_chunk where (company_id, sensor_id, hour_at) in (select company_id, sensor_id, hour_at from sample_chunk where hour_at < $1 limit ${ROWS_AT_ONCE})`

/** Work centers of sensors that were deleted more than a month ago and still have readings older than a month. */
const RAISE_DELETED = `
update work_center w set recalculable_from = $1
where w.recalculable_from < $1 and exists (
  select from sensor s join sample_chunk c on c.company_id = s.company_id and c.sensor_id = s.id
  where s.company_id = w.company_id and s.work_center_id = w.id and s.deleted_on < to_timestamp($1 / 1000.0) and c.hour_at < $1)`
const PURGE_DELETED = `
delete from sample_chunk c using sensor s, work_center w
where s.company_id = c.company_id and s.id = c.sensor_id and w.company_id = s.company_id and w.id = s.work_center_id
  and s.deleted_on < to_timestamp($1 / 1000.0) and c.hour_at < $1 and c.hour_at < w.recalculable_from`

/** Deletes samples of months that ended more than `months` ago, a month's table at once. Facts stay. */
export async function dropOldChunks(client: ClientBase, now: number, months: number, log: Logger): Promise<void> {
  const date = new Date(now)
  const horizon = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months)
  const { rows } = await client.query<{ raised: boolean }>(IS_RAISED, [horizon])
  if (rows[0]?.raised !== true) {
    await client.query(RAISE, [horizon])
    return
  }
  await dropMonthPartitions(client, 'sample_chunk', horizon, log)
  await client.query(TRIM_REST, [horizon])
}

/** Deletes readings older than a month of sensors that were deleted more than a month ago; until then they come back with the sensor. */
export async function purgeDeletedSensors(client: ClientBase, now: number): Promise<void> {
  // An hour is deleted whole, so the horizon is the start of one.
  const horizon = Math.floor((now - DELETED_SENSOR_DAYS * DAY_MS) / 3_600_000) * 3_600_000
  await client.query(PURGE_DELETED, [horizon])
  await client.query(RAISE_DELETED, [horizon])
}
