import { sql } from 'kysely'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** From where a work center's records no longer follow from their inputs (ms UTC). */
export type Touched = { readonly workCenterId: WorkCenterId; readonly from: number }

/**
 * Removes people's entries in the company, but for those of the crew that nobody changed: reasons, comments, manual losses and statuses, notes, confirmations of output and shifts with their revisions.
 * Returns the earliest change by work center. Locks work centers first, as everywhere, then shifts, then their rows.
 */
export async function removeEntries({ tx, companyId }: Tenant, crew: readonly string[]): Promise<readonly Touched[]> {
  const isForeign = sql`updated_by is null or updated_by <> all(${crew}::uuid[])`
  await sql`select from work_center where company_id = ${companyId} order by id for no key update`.execute(tx)
  const { rows } = await sql<{ work_center_id: number; from_at: number }>`
    with reopened as (
      update shift set status = 'UNCONFIRMED', revision = 0, confirmed_by = null, confirmed_on = null, comment = null, late_samples = 0, version = version + 1
      where company_id = ${companyId} and (status = 'CONFIRMED' or revision > 0)
        and (status <> 'CONFIRMED' or confirmed_by is null or confirmed_by <> all(${crew}::uuid[])
          or exists (select from shift_revision v where v.company_id = shift.company_id and v.work_center_id = shift.work_center_id
            and v.shift_start_at = shift.start_at and (v.confirmed_by is null or v.confirmed_by <> all(${crew}::uuid[]) or v.reopened_by <> all(${crew}::uuid[]))))
      returning work_center_id, start_at
    ), uncommented as (
      update shift set comment = null, version = version + 1
      where company_id = ${companyId} and comment is not null and status <> 'CONFIRMED' and revision = 0
    ), revisions as (
      delete from shift_revision r using reopened where r.company_id = ${companyId} and r.work_center_id = reopened.work_center_id
        and r.shift_start_at = reopened.start_at
    ), annotations as (
      delete from loss_annotation where company_id = ${companyId} and (${isForeign}) returning work_center_id, start_at
    ), history as (
      delete from loss_history where company_id = ${companyId} and (said_by is null or said_by <> all(${crew}::uuid[]))
    ), statuses as (
      delete from manual_status where company_id = ${companyId} returning work_center_id, start_at
    ), notes as (
      delete from shift_note where company_id = ${companyId} and created_by <> all(${crew}::uuid[])
    ), unclosed as (
      update shift_note set closed_by = null, closed_on = null, version = version + 1
      where company_id = ${companyId} and created_by = any(${crew}::uuid[]) and closed_by <> all(${crew}::uuid[])
    ), seen as (
      delete from handover_seen where company_id = ${companyId} and seen_by <> all(${crew}::uuid[])
    ), confirmations as (
      delete from output_confirmation where company_id = ${companyId} and (created_by is null or created_by <> all(${crew}::uuid[]))
      returning work_center_id, start_at
    ), postings as (
      delete from output_posting where company_id = ${companyId} and (created_by is null or created_by <> all(${crew}::uuid[]))
    ), cuts as (
      delete from output_cut where company_id = ${companyId} and (created_by is null or created_by <> all(${crew}::uuid[]))
      returning work_center_id, at
    ), corrections as (
      delete from output_correction where company_id = ${companyId} and (created_by is null or created_by <> all(${crew}::uuid[]))
      returning work_center_id, start_at
    )
    select work_center_id, min(start_at) as from_at
    from (select * from reopened union all select * from annotations union all select * from statuses union all select * from confirmations
      union all select * from cuts union all select * from corrections) as touched
    group by work_center_id order by work_center_id`.execute(tx)
  return rows.map((row) => ({ workCenterId: asId<WorkCenterId>(row.work_center_id), from: row.from_at }))
}

/** Where records of a work center lie, those that are read from others first. */
const RECORD_TABLES = [
  'loss',
  'loss_annotation',
  'loss_history',
  'manual_status',
  'output_confirmation',
  'output_posting',
  'output_cut',
  'output_correction',
  'output_segment',
  'shift_revision',
  'handover_seen',
  'shift_sum',
  'shift',
  'hour_record',
  'status_interval',
  'energy_hour',
  'energy_share',
  'energy_progress',
  'engine_checkpoint',
  'engine_state',
  'recalculation',
] as const

/**
 * Removes the records of archived work centers that were made to try with. Without a device nothing is computed again there, so what people said would
 * stay in what was derived from it. Returns how many had records.
 */
export async function removeTrialRecords({ tx, companyId }: Tenant): Promise<number> {
  const { rows } = await sql<{ id: number }>`select w.id from work_center w
    where w.company_id = ${companyId} and w.is_trial and w.device_status = 'ARCHIVE' and (
      exists (select from engine_state s where s.company_id = w.company_id and s.work_center_id = w.id)
      or exists (select from shift s where s.company_id = w.company_id and s.work_center_id = w.id)) order by w.id for no key update`.execute(
    tx,
  )
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return 0
  for (const table of RECORD_TABLES)
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and work_center_id = any(${ids}::int[])`.execute(tx)
  return ids.length
}
