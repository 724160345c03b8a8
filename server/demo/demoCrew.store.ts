import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { findMembership, insertMembership } from '#server/company/membership.store.ts'
import type { Membership } from '#server/company/membership.store.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { findUserByEmail, insertUser } from '#server/user/user.store.ts'
import type { CrewMember } from '#server/identity/seedDemoPeople.ts'
import type { OpenLoss } from './crewStory.ts'

/** A loss that nobody has explained, with the shift that it lies in. */
export type UnexplainedLoss = OpenLoss & {
  readonly end: number
  readonly lossId: number
  readonly workCenterId: WorkCenterId
  readonly shiftStart: number
  readonly shiftCode: string
}

/** Stores the crew where it is missing: people who never sign in. */
export async function insertCrew(tx: Transaction<DB>, companyId: CompanyId, crew: readonly CrewMember[]): Promise<void> {
  for (const { email, firstName, lastName, role } of crew) {
    if ((await findUserByEmail(tx, email)) === null)
      await insertUser(tx, { email, firstName, lastName, language: 'en', passwordHash: null, isEmailVerified: true })
    const user = await findUserByEmail(tx, email)
    if (user !== null) await insertMembership(tx, { companyId, userId: user.id, role })
  }
}

/** Returns those of the crew who are members of the company, by e-mail. */
export async function findCrew(
  tx: Transaction<DB>,
  companyId: CompanyId,
  crew: readonly CrewMember[],
): Promise<ReadonlyMap<string, Membership>> {
  const members = new Map<string, Membership>()
  for (const { email } of crew) {
    const user = await findUserByEmail(tx, email)
    const member = user === null ? null : await findMembership(tx, companyId, user.id)
    if (member !== null) members.set(email, member)
  }
  return members
}

/** Returns the ids of those of the crew who are there. */
export async function findCrewIds(tx: Transaction<DB>, crew: readonly CrewMember[]): Promise<readonly string[]> {
  const emails = crew.map(({ email }) => email)
  const { rows } = await sql<{ id: string }>`select id from app_user where email = any(${emails}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the reasons of the company by the name that they have in English. */
export async function findReasons({ tx, companyId }: Tenant): Promise<ReadonlyMap<string, LossReasonId>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select r.id, coalesce(t.name, r.name) as name from loss_reason r
    left join loss_reason_translation t on t.company_id = r.company_id and t.loss_reason_id = r.id and t.language = 'en'
    where r.company_id = ${companyId} and not r.is_hidden`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, asId<LossReasonId>(id)]))
}

/** Returns the losses that ended in `[from, to)` without a reason and of which nobody said anything, of shifts that are not confirmed; the newest shift first. */
export async function listUnexplained({ tx, companyId }: Tenant, from: number, to: number): Promise<readonly UnexplainedLoss[]> {
  const { rows } = await sql<Omit<UnexplainedLoss, 'workCenterId'> & { workCenterId: number }>`
    select l.id as "lossId", l.source, l.work_center_id as "workCenterId", w.external_code as machine, g.name as "group", r.name as status, l.start_at as start, l.end_at as "end",
      s.start_at as "shiftStart", s.code as "shiftCode"
    from loss l
    join work_center w on w.company_id = l.company_id and w.id = l.work_center_id and w.external_code is not null
    join work_center_group g on g.company_id = w.company_id and g.id = w.group_id
    join shift s on s.company_id = l.company_id and s.work_center_id = l.work_center_id and s.start_at = l.shift_start_at
    left join status_rule r on r.company_id = l.company_id and r.id = l.status_rule_id
    where l.company_id = ${companyId} and l.is_valid and l.reason_id is null and not l.is_scheduled_loss
      and l.start_at >= ${from}::int8 and l.end_at < ${to}::int8 and l.annotation_id is null and s.status <> 'CONFIRMED'
    order by s.start_at desc, l.work_center_id, l.start_at`.execute(tx)
  return rows.map((row) => ({ ...row, workCenterId: asId<WorkCenterId>(row.workCenterId) }))
}

/** Returns the shifts that ended in `[from, to)` and were never confirmed, the oldest first. */
export async function listNeverConfirmed({ tx, companyId }: Tenant, from: number, to: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from shift s
    join work_center w on w.company_id = s.company_id and w.id = s.work_center_id and w.external_code is not null
    where s.company_id = ${companyId} and s.status <> 'CONFIRMED' and s.revision = 0 and s.end_at >= ${from}::int8 and s.end_at < ${to}::int8
    order by s.start_at`.execute(tx)
  return rows.map(({ id }) => id)
}
