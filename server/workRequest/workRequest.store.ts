import { sql } from 'kysely'
import type { Role } from '#engine/access/abilities.ts'
import type { UserId, WorkCenterId } from '#engine/ids.ts'
import type { RequestFieldChange } from '#engine/workRequest/requestChange.ts'
import type { WorkRequestSource } from '#engine/workRequest/workRequestForm.ts'
import type { WorkRequestStatus } from '#engine/workRequest/workRequestStatus.ts'
import type { Tenant } from '#server/db/database.ts'

export type WorkRequest = {
  readonly id: number
  readonly content: string
  readonly status: WorkRequestStatus
  readonly workCenterId: WorkCenterId | null
  readonly source: WorkRequestSource
  /** What it is about, such as a loss; null = only what its text says. */
  readonly subject: string | null
  /** Of a loss, how far it was seen when it was reported last, ms UTC; null = of none, or it is not known. */
  readonly seenUntil: number | null
  /** How often the same was reported while it was open. */
  readonly reported: number
  readonly createdBy: UserId
  readonly viaStation: UserId | null
  readonly createdAt: Date
  readonly responsibleId: UserId | null
  readonly dueAt: Date | null
  readonly minutesWorked: number | null
  readonly statusSince: Date
  readonly doneAt: Date | null
  readonly updatedOn: Date
  readonly version: number
}

/** What became of a request; `fromStatus` null = it began, the same as `toStatus` = only what it says was changed. */
export type WorkRequestEvent = {
  readonly workRequestId: number
  readonly at: Date
  readonly userId: UserId
  readonly viaStation: UserId | null
  readonly fromStatus: WorkRequestStatus | null
  readonly toStatus: WorkRequestStatus
  readonly comment: string | null
  readonly changes: readonly RequestFieldChange[]
}

export const REQUEST_COLUMNS = sql`r.id, r.content, r.status, r.work_center_id as "workCenterId", r.source, r.subject, r.seen_until as "seenUntil", r.reported,
  r.created_by as "createdBy", r.via_station as "viaStation", r.created_at as "createdAt", r.responsible_id as "responsibleId",
  r.due_at as "dueAt", r.minutes_worked as "minutesWorked", r.status_since as "statusSince", r.done_at as "doneAt",
  r.updated_on as "updatedOn", r.version`

/** Returns the requests of the ids that the company has. */
export async function listRequestsById(tenant: Tenant, ids: readonly number[]): Promise<readonly WorkRequest[]> {
  const { rows } = await sql<WorkRequest>`select ${REQUEST_COLUMNS} from work_request r
    where r.company_id = ${tenant.companyId} and r.id = any(${ids}::int[])`.execute(tenant.tx)
  return rows
}

/** Returns the request, locked until the transaction ends; null = the company has none. */
export async function lockRequest(tenant: Tenant, id: number): Promise<WorkRequest | null> {
  const { rows } = await sql<WorkRequest>`select ${REQUEST_COLUMNS} from work_request r
    where r.company_id = ${tenant.companyId} and r.id = ${id} for no key update`.execute(tenant.tx)
  return rows[0] ?? null
}

/** Returns the id of the stored request; null where an open one has the same subject. */
export async function insertRequest(
  tenant: Tenant,
  request: Omit<WorkRequest, 'doneAt' | 'id' | 'minutesWorked' | 'reported' | 'version'>,
): Promise<number | null> {
  const { rows } = await sql<{ readonly id: number }>`insert into work_request
      (company_id, content, status, work_center_id, source, subject, seen_until, created_by, via_station, created_at, responsible_id, due_at,
        status_since, updated_on)
    values (${tenant.companyId}, ${request.content}, ${request.status}, ${request.workCenterId}, ${request.source}, ${request.subject},
      ${request.seenUntil}, ${request.createdBy}, ${request.viaStation}, ${request.createdAt}, ${request.responsibleId}, ${request.dueAt},
      ${request.statusSince}, ${request.updatedOn})
    on conflict (company_id, source, subject) where subject is not null and status not in ('DONE', 'CANCELED', 'ARCHIVE') do nothing
    returning id`.execute(tenant.tx)
  return rows[0]?.id ?? null
}

/** Returns the open request of the subject, locked until the transaction ends; null = there is none any more. */
export async function lockOpenRequest(
  tenant: Tenant,
  { source, subject }: { readonly source: WorkRequestSource; readonly subject: string },
): Promise<WorkRequest | null> {
  const { rows } = await sql<WorkRequest>`select ${REQUEST_COLUMNS} from work_request r where r.company_id = ${tenant.companyId}
    and r.source = ${source} and r.subject = ${subject} and r.status not in ('DONE', 'CANCELED', 'ARCHIVE') for no key update`.execute(
    tenant.tx,
  )
  return rows[0] ?? null
}

/**
 * Counts that the request was reported again, with the date and who is responsible as they are now. Its version stays where nothing was changed that
 * somebody decides on who moves it.
 */
export async function countReport(
  tenant: Tenant,
  report: Pick<WorkRequest, 'dueAt' | 'id' | 'responsibleId' | 'seenUntil' | 'updatedOn' | 'version'>,
): Promise<void> {
  const { id, dueAt, responsibleId, seenUntil, updatedOn, version } = report
  await sql`update work_request set reported = reported + 1, due_at = ${dueAt}, responsible_id = ${responsibleId}, seen_until = ${seenUntil},
    updated_on = ${updatedOn}, version = ${version} where company_id = ${tenant.companyId} and id = ${id}`.execute(tenant.tx)
}

/** Returns the id of the request about the subject that is not over, held until the transaction ends; null = there is none. */
export async function findOpenRequest(
  tenant: Tenant,
  { source, subject }: { readonly source: WorkRequestSource; readonly subject: string },
): Promise<number | null> {
  const { rows } = await sql<{
    readonly id: number
  }>`select id from work_request where company_id = ${tenant.companyId} and source = ${source}
    and subject = ${subject} and status not in ('DONE', 'CANCELED', 'ARCHIVE') for key share`.execute(tenant.tx)
  return rows[0]?.id ?? null
}

/** An open request, by what it is about. */
export type OpenSubject = { readonly id: number; readonly subject: string; readonly seenUntil: number | null }

/** Returns the open requests of the source whose subjects begin so, the oldest first. */
export async function listOpenSubjects(
  tenant: Tenant,
  { source, begin }: { readonly source: WorkRequestSource; readonly begin: string },
): Promise<readonly OpenSubject[]> {
  const { rows } =
    await sql<OpenSubject>`select id, subject, seen_until as "seenUntil" from work_request where company_id = ${tenant.companyId}
    and source = ${source} and starts_with(subject, ${begin}) and status not in ('DONE', 'CANCELED', 'ARCHIVE') order by id`.execute(
      tenant.tx,
    )
  return rows
}

/**
 * Which requests are about a stop: those of losses whose subjects begin so, seen within `[start, end)`, those of the subjects of its notifications, and those
 * that were made when its checklists were handed in. Instants in ms UTC.
 */
export type AboutStop = {
  readonly begin: string
  readonly start: number
  /** null = it goes on. */
  readonly end: number | null
  readonly notifications: readonly string[]
  readonly handedIn: readonly { readonly begin: string; readonly at: number }[]
}

/** Returns the requests about the stop, open or over, the oldest first: whose loss it is by how far it was seen, is for the caller to find out. */
export async function listRequestsAbout(tenant: Tenant, about: AboutStop, limit: number): Promise<readonly WorkRequest[]> {
  const { begin, start, end, notifications, handedIn } = about
  const since = sql`substring(r.subject from '/([0-9]+)$')::int8`
  const { rows } = await sql<WorkRequest>`select * from (
      select ${REQUEST_COLUMNS} from work_request r where r.company_id = ${tenant.companyId} and r.source = 'LOSS'
        and r.subject ~>=~ ${begin} and r.subject ~<~ ${`${begin}:`}
        and (${end}::int8 is null or ${since} < ${end}::int8) and greatest(${since} + 1, r.seen_until) > ${start}::int8
      union all
      select ${REQUEST_COLUMNS} from work_request r where r.company_id = ${tenant.companyId} and r.source = 'NOTIFICATION'
        and r.subject = any(${[...notifications]}::text[])
      union all
      select distinct ${REQUEST_COLUMNS} from unnest(${handedIn.map((one) => one.begin)}::text[], ${handedIn.map(({ at }) => new Date(at))}::timestamptz[])
          as w (begin, at)
        join work_request r on r.subject ~>=~ w.begin and starts_with(r.subject, w.begin) and r.created_at = w.at
        where r.company_id = ${tenant.companyId} and r.source = 'CHECKLIST_ANSWER') found
    order by "createdAt", id limit ${limit}`.execute(tenant.tx)
  return rows
}

/** Stores the request as it is now and raises its version. */
export async function updateRequest(tenant: Tenant, request: WorkRequest): Promise<void> {
  await tenant.tx
    .updateTable('work_request')
    .set({
      content: request.content,
      status: request.status,
      work_center_id: request.workCenterId,
      responsible_id: request.responsibleId,
      due_at: request.dueAt,
      minutes_worked: request.minutesWorked,
      status_since: request.statusSince,
      done_at: request.doneAt,
      updated_on: request.updatedOn,
      version: sql<number>`version + 1`,
    })
    .where('company_id', '=', tenant.companyId)
    .where('id', '=', request.id)
    .execute()
}

/** Writes what became of the request. */
export async function insertRequestEvent(tenant: Tenant, event: WorkRequestEvent): Promise<void> {
  await tenant.tx
    .insertInto('work_request_event')
    .values({
      company_id: tenant.companyId,
      work_request_id: event.workRequestId,
      at: event.at,
      user_id: event.userId,
      via_station: event.viaStation,
      from_status: event.fromStatus,
      to_status: event.toStatus,
      comment: event.comment,
      changes: event.changes.length === 0 ? null : JSON.stringify(event.changes),
    })
    .execute()
}

/** Returns what became of the requests, the newest first. */
export async function listRequestEvents(tenant: Tenant, ids: readonly number[]): Promise<readonly WorkRequestEvent[]> {
  const { rows } =
    await sql<WorkRequestEvent>`select work_request_id as "workRequestId", at, user_id as "userId", via_station as "viaStation",
      from_status as "fromStatus", to_status as "toStatus", comment, coalesce(changes, '[]') as changes
    from work_request_event where company_id = ${tenant.companyId} and work_request_id = any(${ids}::int[])
    order by work_request_id, id desc`.execute(tenant.tx)
  return rows
}

/**
 * Returns who may be responsible for a request: members with one of the roles, those who see only some work centers where they are assigned; stations
 * left out. `userIds` null = all.
 */
export async function listResponsible(
  tenant: Tenant,
  asked: {
    readonly roles: readonly Role[]
    readonly assignedRoles: readonly Role[]
    readonly workCenterId: WorkCenterId | null
    readonly userIds: readonly UserId[] | null
    readonly limit: number
  },
): Promise<readonly UserId[]> {
  const { roles, assignedRoles, workCenterId, userIds, limit } = asked
  const { rows } = await sql<{ readonly userId: UserId }>`select m.user_id as "userId"
    from membership m
    where m.company_id = ${tenant.companyId} and not m.is_station and (m.expires_on is null or m.expires_on > now())
      and m.role = any(${roles}::text[]) and (${userIds}::uuid[] is null or m.user_id = any(${userIds}::uuid[]))
      and (m.role <> all(${assignedRoles}::text[]) or ${workCenterId}::int is null or exists (select from operator_work_center o
        where o.company_id = m.company_id and o.user_id = m.user_id and o.work_center_id = ${workCenterId}))
    order by m.user_id limit ${limit}`.execute(tenant.tx)
  return rows.map(({ userId }) => userId)
}
