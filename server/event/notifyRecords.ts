import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { RECORD_KINDS, unitedChange } from '#engine/event/recordsChange.ts'
import type { CompanyRecordsChange, RecordKind, RecordsChange } from '#engine/event/recordsChange.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'

/** Every process that serves pages listens here; PostgreSQL delivers when the transaction commits, and drops it when it does not. */
export const RECORDS_CHANNEL = 'trueline_records'

/** PostgreSQL takes less than 8000 bytes at a time; a change has at most 120. */
const CHANGES_A_MESSAGE = 60
const NOTIFY = 'select pg_notify($1, message) from unnest($2::text[]) as message'

/** As short as it is read on the other side: company, work center, kinds by their place in the list, from, to. */
type Packed = readonly [CompanyId, WorkCenterId | null, readonly number[], number, number | null]

/** Tells all pages of the company, once this transaction commits, that the records changed. */
export async function notifyRecordsChanged(tenant: Tenant, changes: readonly RecordsChange[]): Promise<void> {
  const { companyId, tx } = tenant
  await notifyRecordsIn(
    tx,
    changes.map((change) => ({ ...change, companyId })),
  )
}

/** The same for changes of several companies in a transaction of the system. */
export async function notifyRecordsIn(tx: Tenant['tx'], changes: readonly CompanyRecordsChange[]): Promise<void> {
  for (const message of messagesOf(changes)) await sql`select pg_notify(${RECORDS_CHANNEL}, ${message})`.execute(tx)
}

/** The same for changes of several companies on a connection of ingest. */
export async function notifyRecordsOfCompanies(client: ClientBase, changes: readonly CompanyRecordsChange[]): Promise<void> {
  if (changes.length === 0) return
  await client.query({ name: 'notify-records', text: NOTIFY, values: [RECORDS_CHANNEL, messagesOf(changes)] })
}

/** Returns the changes of a notification; none for text that this version does not understand. */
export function readRecordsMessage(message: string): readonly CompanyRecordsChange[] {
  const parsed: unknown = JSON.parse(message)
  return Array.isArray(parsed) ? parsed.flatMap(unpacked) : []
}

function messagesOf(changes: readonly CompanyRecordsChange[]): string[] {
  const united = new Map<string, CompanyRecordsChange>()
  for (const change of changes) {
    const key = `${change.companyId}/${change.workCenterId ?? ''}`
    const known = united.get(key)
    united.set(key, known === undefined ? change : { companyId: change.companyId, ...unitedChange(known, change) })
  }
  const packed = [...united.values()].map(packedOf)
  return Array.from({ length: Math.ceil(packed.length / CHANGES_A_MESSAGE) }, (_, index) =>
    JSON.stringify(packed.slice(index * CHANGES_A_MESSAGE, (index + 1) * CHANGES_A_MESSAGE)),
  )
}

function packedOf({ companyId, workCenterId, kinds, from, to }: CompanyRecordsChange): Packed {
  return [companyId, workCenterId, kinds.map((kind) => RECORD_KINDS.indexOf(kind)), from, to]
}

function unpacked(value: unknown): CompanyRecordsChange[] {
  if (!Array.isArray(value)) return []
  const [companyId, workCenterId, kinds, from, to]: readonly unknown[] = value
  if (typeof companyId !== 'string' || typeof from !== 'number' || !Array.isArray(kinds)) return []
  return [
    {
      companyId: asId<CompanyId>(companyId),
      workCenterId: typeof workCenterId === 'number' ? asId<WorkCenterId>(workCenterId) : null,
      kinds: kinds.map((place) => RECORD_KINDS[Number(place)]).filter((kind): kind is RecordKind => kind !== undefined),
      from,
      to: typeof to === 'number' ? to : null,
    },
  ]
}
