import { sql } from 'kysely'
import type { OeeIssue, OeeTerms } from '#engine/facts.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { Kpis } from '#engine/oee/kpis.ts'
import type { ShiftTargets } from '#engine/output/targetsOfShift.ts'
import type { ShiftIssue } from '#engine/shift/blockingIssues.ts'
import type { ShiftInstance } from '#engine/shift/shiftSchedule.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ConfirmedLoss } from '#engine/shift/confirmedLoss.ts'
import type { ShiftKey } from './shiftCounts.store.ts'

/** Values of a shift at its confirmation. Ratios are fractions of 1, of the factors then switched on. */
export type ConfirmedRecord = {
  readonly shift: ShiftInstance
  readonly code: string
  readonly name: string
  readonly asOf: number
  readonly terms: OeeTerms
  readonly kpis: Kpis
  readonly idealCycleMs: number | null
  readonly issues: readonly OeeIssue[]
  /** Its target output as it was then (domain.md E-72); left out in confirmations of before. */
  readonly targets?: ShiftTargets
}

/** One confirmation of a shift, and when, by whom and why the shift was opened again after it (domain.md S-46). */
export type ShiftRevision = {
  readonly workCenterId: WorkCenterId
  readonly shiftStart: number
  readonly revision: number
  readonly confirmedBy: UserId | null
  readonly confirmedOn: Date
  readonly comment: string | null
  readonly issues: readonly ShiftIssue[]
  readonly record: ConfirmedRecord
  readonly reopenedBy: UserId | null
  readonly reopenedOn: Date | null
  readonly reopenReason: string | null
  /** Samples that came after it and were applied when the shift was opened again. */
  readonly lateSamples: number | null
}

export type NewRevision = Pick<
  ShiftRevision,
  'workCenterId' | 'shiftStart' | 'revision' | 'confirmedBy' | 'confirmedOn' | 'comment' | 'issues' | 'record'
> & { readonly losses: readonly ConfirmedLoss[] }

const COLUMNS = sql`work_center_id as "workCenterId", shift_start_at as "shiftStart", revision, confirmed_by as "confirmedBy",
  confirmed_on as "confirmedOn", comment, issues, record, reopened_by as "reopenedBy", reopened_on as "reopenedOn",
  reopen_reason as "reopenReason", late_samples as "lateSamples"`

/** Stores the values of the confirmations. */
export async function insertRevisions(tenant: Tenant, revisions: readonly NewRevision[]): Promise<void> {
  if (revisions.length === 0) return
  await tenant.tx
    .insertInto('shift_revision')
    .values(
      revisions.map((one) => ({
        company_id: tenant.companyId,
        work_center_id: one.workCenterId,
        shift_start_at: one.shiftStart,
        revision: one.revision,
        confirmed_by: one.confirmedBy,
        confirmed_on: one.confirmedOn,
        comment: one.comment,
        issues: JSON.stringify(one.issues),
        record: JSON.stringify(one.record),
        losses: JSON.stringify(one.losses),
      })),
    )
    .execute()
}

/** Writes into the newest revision of the shift who opened it again, when and why. */
export async function noteReopening(
  tenant: Tenant,
  shift: ShiftKey & { readonly revision: number },
  said: { readonly userId: UserId; readonly at: Date; readonly reason: string; readonly lateSamples: number },
): Promise<void> {
  await sql`update shift_revision set reopened_by = ${said.userId}, reopened_on = ${said.at}, reopen_reason = ${said.reason},
      late_samples = ${said.lateSamples}
    where company_id = ${tenant.companyId} and work_center_id = ${shift.workCenterId} and shift_start_at = ${shift.start}::int8
      and revision = ${shift.revision}`.execute(tenant.tx)
}

/** Returns the revisions of the shifts, ascending by shift and number. */
export async function listRevisions(tenant: Tenant, shifts: readonly ShiftKey[]): Promise<readonly ShiftRevision[]> {
  const rows = await sql<ShiftRevision>`select ${COLUMNS}
    from unnest(${shifts.map((shift) => shift.workCenterId)}::int[], ${shifts.map((shift) => shift.start)}::int8[]) as wanted (id, start_at)
    join shift_revision on company_id = ${tenant.companyId} and work_center_id = wanted.id and shift_start_at = wanted.start_at
    order by work_center_id, shift_start_at, revision`.execute(tenant.tx)
  return rows.rows
}

/** Returns the confirmations of shifts that start in `[start, end)`, the newest first, at most `limit`; null work centers = all of the company. */
export async function listConfirmations(
  tenant: Tenant,
  filter: { readonly workCenterIds: readonly WorkCenterId[] | null; readonly start: number; readonly end: number },
  limit: number,
): Promise<readonly ShiftRevision[]> {
  const rows = await sql<ShiftRevision>`select ${COLUMNS} from shift_revision
    where company_id = ${tenant.companyId} and shift_start_at >= ${filter.start}::int8 and shift_start_at < ${filter.end}::int8
      and (${filter.workCenterIds}::int[] is null or work_center_id = any(${filter.workCenterIds}::int[]))
    order by confirmed_on desc, work_center_id, shift_start_at desc, revision desc limit ${limit}`.execute(tenant.tx)
  return rows.rows
}
