import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { AuditAction } from '#engine/access/auditActions.ts'
import type { AuditKey } from '#engine/access/auditKeys.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId, UserId } from '#engine/ids.ts'
import { boundedPage, ordered } from '#server/db/boundedPage.ts'
import type { Order, OrderTable, PageRange } from '#server/db/boundedPage.ts'
import type { Tenant } from '#server/db/database.ts'
import type { DB } from '#server/db/schema.ts'
import { noteAudited } from '#server/event/noteAudited.ts'

/** What an entry may tell: of a change, the values before and after it. */
export type AuditValue = string | number | boolean | null | readonly AuditValue[] | AuditValues

/** Values by names that the screens have words for. */
export type AuditValues = { readonly [Key in AuditKey]?: AuditValue }

/** The same values, with `never` for each one whose name the screens have no word for: such an entry does not compile. */
type Worded<Values> = Values extends string | number | boolean | null
  ? Values
  : Values extends readonly (infer Value)[]
    ? readonly Worded<Value>[]
    : { readonly [Key in keyof Values]: Key extends AuditKey ? Worded<Values[Key]> : never }

/** Something that a person did and that others may ask about later. */
export type AuditEntry = {
  /** null = of nobody who can sign in. */
  readonly userId: UserId | null
  readonly at: Date
  readonly action: AuditAction
  /** What it was done to, such as `shift 17`. */
  readonly subject: string
  readonly details: AuditValues
}

/** An entry as it was stored. */
export type StoredAuditEntry = {
  readonly id: number
  readonly at: Date
  readonly userId: UserId | null
  readonly action: string
  readonly subject: string
  /** JSON text. */
  readonly details: string
}

/** A question to the log. Instants in UTC ms, the end excluded. */
export type AuditFilter = {
  readonly userId?: UserId | null | undefined
  readonly action?: string | null | undefined
  readonly period?: { readonly start: number; readonly end: number } | null | undefined
}

/** Writes the entry into the company's log, within the transaction of what was done; pages hear of the changed records after the commit. */
export async function writeAudit<Details extends AuditValues>(
  tenant: Tenant,
  entry: Omit<AuditEntry, 'details'> & { readonly details: Details & Worded<Details> },
): Promise<void> {
  await insertEntry(tenant, entry)
}

export type AuditedChange = Omit<AuditEntry, 'details'> & {
  /** Told beside the difference. */
  readonly about?: AuditValues
  /** Written also where nothing differs: the action itself says enough. */
  readonly isAlways?: boolean
}

/**
 * Writes the fields that differ between two states into the company's log, as they were and as they are; nothing where none does. A null `before` is a
 * new thing, a null `after` one that is gone: both differ in every field.
 */
export async function audited<Before extends AuditValues, After extends AuditValues>(
  tenant: Tenant,
  { about, isAlways = false, ...entry }: AuditedChange,
  before: (Before & Worded<Before>) | null,
  after: (After & Worded<After>) | null,
): Promise<void> {
  const [was, is] = [before && fieldsOf(before), after && fieldsOf(after)]
  // The order of the keys says nothing: jsonb has one of its own.
  const changed = [...(is ?? was ?? fieldsOf({})).keys()].filter((name) => !was || !is || !isDeepStrictEqual(was.get(name), is.get(name)))
  if (changed.length === 0 && !isAlways) return
  const chosen = (fields: ReadonlyMap<string, AuditValue>): AuditValues =>
    Object.fromEntries(changed.map((name) => [name, fields.get(name) ?? null]))
  await insertEntry(tenant, { ...entry, details: { ...about, before: was && chosen(was), after: is && chosen(is) } })
}

function fieldsOf(values: AuditValues): ReadonlyMap<string, AuditValue> {
  return new Map(Object.entries(values))
}

async function insertEntry(tenant: Tenant, entry: AuditEntry): Promise<void> {
  await tenant.tx
    .insertInto('audit_log')
    .values({
      company_id: tenant.companyId,
      user_id: entry.userId,
      at: entry.at,
      action: entry.action,
      subject: entry.subject,
      details: jsonOf(entry.details),
    })
    .execute()
  await noteAudited(tenant, entry)
}

/** Typed text may hold half a UTF-16 pair or NUL, which JSON of the database cannot: kept as U+FFFD. */
function jsonOf(details: AuditEntry['details']): string {
  return JSON.stringify(details, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
  )
}

/** Writes a person's change of their own account, e.g. of the password, to the log of each of their companies. Needs a system transaction. */
export async function writeAuditOfPerson(tx: Transaction<DB>, entry: AuditEntry): Promise<void> {
  const written = await tx
    .insertInto('audit_log')
    .columns(['company_id', 'user_id', 'at', 'action', 'subject', 'details'])
    .expression((from) =>
      from
        .selectFrom('membership')
        .select([
          'company_id',
          'user_id',
          sql<Date>`${entry.at}::timestamptz`.as('at'),
          sql<string>`${entry.action}::text`.as('action'),
          sql<string>`${entry.subject}::text`.as('subject'),
          sql<string>`${jsonOf(entry.details)}::jsonb`.as('details'),
        ])
        .where('user_id', '=', entry.userId)
        .where(sql<boolean>`(expires_on is null or expires_on > now())`),
    )
    .returning('company_id')
    .execute()
  for (const { company_id } of written) await noteAudited({ companyId: asId<CompanyId>(company_id), tx }, entry)
}

/** By what the log can be sorted. */
export const AUDIT_ORDER_FIELDS = ['AT'] as const
export type AuditOrderField = (typeof AUDIT_ORDER_FIELDS)[number]

const ORDER: OrderTable<AuditOrderField> = { AT: [sql.ref('at'), sql.ref('id')] }

/** Returns a page of the company's log, and how many entries the filter leaves: above MAX_COUNTED one more than that. */
export async function pageAudit(
  tenant: Tenant,
  filter: AuditFilter,
  { order, range }: { readonly order: Order<AuditOrderField>; readonly range: PageRange },
): Promise<{ readonly items: readonly StoredAuditEntry[]; readonly totalItems: number; readonly hasNext: boolean }> {
  const { userId, action, period } = filter
  const matching = tenant.tx
    .selectFrom('audit_log')
    .select(['id', 'at', 'user_id', 'action', 'subject', sql<string>`details::text`.as('details')])
    .where('company_id', '=', tenant.companyId)
    .$if(userId != null, (entries) => entries.where('user_id', '=', userId ?? null))
    .$if(action != null, (entries) => entries.where('action', '=', action ?? ''))
    .$if(period != null, (entries) => entries.where('at', '>=', new Date(period?.start ?? 0)).where('at', '<', new Date(period?.end ?? 0)))
  const { items, ...page } = await boundedPage(tenant.tx, ordered(matching, ORDER, order), range)
  return {
    ...page,
    items: items.map((row) => ({
      id: Number(row.id),
      at: row.at,
      userId: row.user_id === null ? null : asId<UserId>(row.user_id),
      action: row.action,
      subject: row.subject,
      details: row.details,
    })),
  }
}
