import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { SupportDirection, SupportSeverity, SupportStatus } from '#engine/support/supportRequest.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'

export type SupportRequest = {
  readonly id: number
  readonly companyId: CompanyId
  readonly companyName: string
  readonly content: string
  readonly direction: SupportDirection
  readonly severity: SupportSeverity
  readonly status: SupportStatus
  readonly statusSince: Date
  readonly workCenterId: WorkCenterId | null
  readonly diagnostics: string | null
  readonly language: string
  readonly createdBy: UserId
  readonly createdOn: Date
}

export type SupportMessage = {
  readonly supportRequestId: number
  readonly id: number
  readonly content: string
  readonly isProvider: boolean
  readonly authorId: UserId
  readonly createdOn: Date
}

const COLUMNS = sql`s.id, s.company_id as "companyId", c.name as "companyName", s.content, s.direction, s.severity, s.status,
  s.status_since as "statusSince", s.work_center_id as "workCenterId", s.diagnostics, s.language, s.created_by as "createdBy",
  s.created_on as "createdOn"`

/** Returns the questions of the company, the newest first, at most `limit`; `userId` and `ids` null = all. */
export async function listSupportRequests(
  { tx, companyId }: Tenant,
  { userId, ids = null, limit }: { readonly userId: UserId | null; readonly ids?: readonly number[] | null; readonly limit: number },
): Promise<readonly SupportRequest[]> {
  const { rows } = await sql<SupportRequest>`select ${COLUMNS} from support_request s join company c on c.id = s.company_id
    where s.company_id = ${companyId} and (${userId}::uuid is null or s.created_by = ${userId})
      and (${ids}::int[] is null or s.id = any(${ids}::int[])) order by s.id desc limit ${limit}`.execute(tx)
  return rows
}

/** Returns the questions of all companies, what waits for the provider first and of that what is urgent, then the newest; needs a transaction of the system. */
export async function listSupportInbox(tx: Transaction<DB>, limit: number): Promise<readonly SupportRequest[]> {
  // Apart, since each of both is read from its end by an index; together they were sorted anew each time.
  const { rows } = await sql<SupportRequest>`select ${COLUMNS} from (
      (select id, true as waits, severity = 'URGENT' as urgent from support_request where status in ('NEW', 'OPEN')
        order by severity = 'URGENT' desc, id desc limit ${limit})
      union all
      (select id, false, false from support_request where status not in ('NEW', 'OPEN') order by id desc limit ${limit})
    ) shown join support_request s on s.id = shown.id join company c on c.id = s.company_id
    order by shown.waits desc, shown.urgent desc, s.id desc limit ${limit}`.execute(tx)
  return rows
}

/** At most so many are counted. */
const MOST_COUNTED = 100

/** Returns how many questions of the person wait for them, at most 100. */
export async function countWaitingForPerson({ tx, companyId }: Tenant, userId: UserId): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`select count(*)::int as count from (select from support_request
    where company_id = ${companyId} and created_by = ${userId} and status = 'WAITING' limit ${MOST_COUNTED}) waiting`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Returns how many questions of all companies wait for the provider, at most 100; needs a transaction of the system. */
export async function countWaitingForProvider(tx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`select count(*)::int as count from (select from support_request
    where status in ('NEW', 'OPEN') limit ${MOST_COUNTED}) waiting`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Returns the question of any company, locked if it will be changed; null = there is none. Needs a transaction of the system. */
export async function findSupportRequest(tx: Transaction<DB>, id: number, lock: 'LOCKED' | 'SEEN'): Promise<SupportRequest | null> {
  const { rows } = await sql<SupportRequest>`select ${COLUMNS} from support_request s join company c on c.id = s.company_id
    where s.id = ${id} ${lock === 'LOCKED' ? sql`for no key update of s` : sql``}`.execute(tx)
  return rows[0] ?? null
}

/** Returns the id of the stored question. */
export async function insertSupportRequest(
  { tx, companyId }: Tenant,
  request: Omit<SupportRequest, 'companyId' | 'companyName' | 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('support_request')
    .values({
      company_id: companyId,
      content: request.content,
      direction: request.direction,
      severity: request.severity,
      status: request.status,
      status_since: request.statusSince,
      work_center_id: request.workCenterId,
      diagnostics: request.diagnostics,
      language: request.language,
      created_by: request.createdBy,
      created_on: request.createdOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores where the question stands since when. */
export async function updateSupportStatus(
  tx: Transaction<DB>,
  { companyId, id }: Pick<SupportRequest, 'companyId' | 'id'>,
  { status, at }: { readonly status: SupportStatus; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('support_request')
    .set({ status, status_since: at })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Stores an answer to the question; returns its id. */
export async function insertSupportMessage(
  tx: Transaction<DB>,
  companyId: CompanyId,
  message: Omit<SupportMessage, 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('support_message')
    .values({
      company_id: companyId,
      support_request_id: message.supportRequestId,
      content: message.content,
      is_provider: message.isProvider,
      author_id: message.authorId,
      created_on: message.createdOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** Returns the answers to the questions, the oldest first; needs a transaction of the system, since the provider reads those of all companies. */
export async function listSupportMessages(tx: Transaction<DB>, ids: readonly number[]): Promise<readonly SupportMessage[]> {
  const { rows } = await sql<SupportMessage>`select m.support_request_id as "supportRequestId", m.id::float8 as id, m.content,
      m.is_provider as "isProvider", m.author_id as "authorId", m.created_on as "createdOn"
    from support_message m where m.support_request_id = any(${ids}::int[]) order by m.support_request_id, m.id`.execute(tx)
  return rows
}

/** Returns how many questions, or answers, the person sent since the instant; until the transaction ends others of the person wait for the answer. */
export async function countSupportOf(
  tx: Transaction<DB>,
  { companyId, userId, table, since }: { companyId: CompanyId; userId: UserId; table: 'support_message' | 'support_request'; since: Date },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`support of ${userId}`}))`.execute(tx)
  const author = table === 'support_request' ? sql.ref('created_by') : sql.ref('author_id')
  const { rows } = await sql<{ readonly count: number }>`select count(*)::int as count from ${sql.table(table)}
    where company_id = ${companyId} and ${author} = ${userId} and created_on > ${since}`.execute(tx)
  return rows[0]?.count ?? 0
}
