import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { EVENT_KINDS } from '#engine/event/domainEvent.ts'
import type { EventChange, EventKind, EventPayload } from '#engine/event/domainEvent.ts'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import { camelColumns } from '#server/db/camelColumns.ts'
import type { Database } from '#server/db/database.ts'
import { oneOf } from '#server/db/oneOf.ts'
import type { DB } from '#server/db/schema.ts'
import type { Logger } from '#server/log.ts'

/** An event as consumers take it. */
export type DomainEvent = {
  readonly id: number
  readonly companyId: CompanyId
  readonly workCenterId: WorkCenterId | null
  readonly kind: EventKind
  readonly key: string
  readonly change: EventChange
  /** When it happened, ms UTC. */
  readonly at: number
  readonly payload: EventPayload
  readonly actor: UserId | null
}

export type ConsumerDeps = {
  readonly database: Pick<Database, 'inSystem'>
  readonly log: Logger
  /** The name of its position, for ever. */
  readonly name: string
  /**
   * Takes events in the order in which they were written, in the transaction that moves the position: what it writes there is written once. What it
   * does elsewhere may be done again after a failure.
   */
  readonly take: (tx: Transaction<DB>, events: readonly DomainEvent[]) => Promise<void>
  readonly everyMs?: number
}

export type Consumer = {
  /** Takes all events there are; resolves with their number. */
  takeAll(): Promise<number>
  close(): Promise<void>
}

const EVERY_MS = 1_000
const AT_A_TIME = 500
/** No transaction is open for so long: the limits of statements and of idle transactions end it within minutes. */
const LONGEST_TRANSACTION_MS = 86_400_000

/** Starts a consumer that begins with the next event after its first start, and later goes on where it stopped. Of several processes one takes at a time. */
export async function startConsumer(deps: ConsumerDeps): Promise<Consumer> {
  const { database, log, name, everyMs = EVERY_MS } = deps
  await database.inSystem((tx) => begin(tx, name))
  let isClosed = false
  let running: Promise<number> = Promise.resolve(0)
  const takeAll = async (): Promise<number> => {
    for (let taken = 0; ;) {
      const count = isClosed ? 0 : await database.inSystem((tx) => takeSome(tx, deps))
      taken += count
      if (count < AT_A_TIME) return taken
    }
  }
  /** One round after the other, also when rounds are asked for while one runs. */
  const next = (): Promise<number> => (running = running.catch(() => 0).then(takeAll))
  const timer = setInterval(() => {
    next().catch((error: unknown) => log.warn({ err: error, consumer: name }, 'events are taken later'))
  }, everyMs).unref()
  return {
    takeAll: next,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await running.catch(() => 0)
    },
  }
}

/** Everything that is committed by now, or by transactions that are open now, comes before the first event. */
async function begin(tx: Transaction<DB>, name: string): Promise<void> {
  await tx
    .insertInto('event_position')
    .values({ consumer: name, txid: sql<string>`pg_snapshot_xmin(pg_current_snapshot())`, id: 0 })
    .onConflict((conflict) => conflict.column('consumer').doNothing())
    .execute()
}

/**
 * A transaction gets its number when it first writes, and may commit after one with a larger number. So only events are taken that are older than
 * every transaction still open: none can appear before them any more.
 */
async function takeSome(tx: Transaction<DB>, { name, take }: ConsumerDeps): Promise<number> {
  const position = await tx
    .selectFrom('event_position')
    .select(['txid', 'id', 'moved_on'])
    .where('consumer', '=', name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (position === undefined) return 0
  const rows = await tx
    .selectFrom('domain_event')
    .select(['txid', 'fact_key as key', ...camelColumns('id', 'company_id', 'work_center_id', 'kind', 'change', 'at', 'payload', 'actor')])
    .where(sql<boolean>`(txid, id) > (${position.txid}::xid8, ${position.id})`)
    .where(sql<boolean>`txid < pg_snapshot_xmin(pg_current_snapshot())`)
    // Leaves the tables of earlier months alone: what is not taken yet was written by transactions that were open or not yet begun at the last move.
    .where('recorded_at', '>=', position.moved_on.getTime() - LONGEST_TRANSACTION_MS)
    .orderBy('txid')
    .orderBy('id')
    .limit(AT_A_TIME)
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return 0
  await take(
    tx,
    // Two transactions about one work center wait for each other's locks, so their events are numbered in the order in which they happened.
    rows
      .toSorted((a, b) => a.id - b.id)
      .map(({ txid: _txid, ...row }) => ({ ...row, kind: oneOf(EVENT_KINDS, row.kind), payload: flat(row.payload) })),
  )
  await tx
    .updateTable('event_position')
    .set({ txid: last.txid, id: last.id, moved_on: sql<Date>`now()` })
    .where('consumer', '=', name)
    .execute()
  return rows.length
}

function flat(payload: unknown): EventPayload {
  if (typeof payload !== 'object' || payload === null) return {}
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]: readonly [string, unknown]) => [
      name,
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null,
    ]),
  )
}
