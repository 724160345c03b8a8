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
const NOTHING: Taken = { count: 0, isMore: false }
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
      const { count, isMore } = isClosed ? NOTHING : await database.inSystem((tx) => takeSome(tx, deps))
      taken += count
      if (!isMore) return taken
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
 * every transaction still open: none can appear before them any more. Two transactions about one work center wait for each other's locks, so their
 * events are numbered in the order in which they happened, whatever the numbers of the transactions: none is taken before one with a smaller id.
 */
async function takeSome(tx: Transaction<DB>, { name, take }: ConsumerDeps): Promise<Taken> {
  const position = await tx
    .selectFrom('event_position')
    .select(['txid', 'id', 'moved_on'])
    .where('consumer', '=', name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (position === undefined) return NOTHING
  let rows: readonly StoredEvent[] = []
  let isMore = true
  for (let limit = AT_A_TIME; rows.length === 0 && isMore; limit *= 2) {
    const found = await readEvents(tx, position, limit)
    isMore = found.length === limit
    const end = found.at(-1)
    rows = end === undefined ? [] : inOrder(found, await firstIdAfter(tx, position, end))
  }
  const last = rows.at(-1)
  if (last === undefined) return NOTHING
  await take(
    tx,
    rows
      .toSorted((a, b) => a.id - b.id)
      .map(({ txid: _txid, ...row }) => ({ ...row, kind: oneOf(EVENT_KINDS, row.kind), payload: flat(row.payload) })),
  )
  await tx
    .updateTable('event_position')
    .set({ txid: last.txid, id: last.id, moved_on: sql<Date>`now()` })
    .where('consumer', '=', name)
    .execute()
  return { count: rows.length, isMore }
}

type Taken = { readonly count: number; readonly isMore: boolean }
type Position = { readonly txid: string; readonly id: number; readonly moved_on: Date }
type StoredEvent = Awaited<ReturnType<typeof readEvents>>[number]

/** The next events after the position in the order of their transactions, of transactions older than every open one. */
function readEvents(tx: Transaction<DB>, position: Position, limit: number) {
  return eventsAfter(tx, position, position)
    .select(['txid', 'fact_key as key', ...camelColumns('id', 'company_id', 'work_center_id', 'kind', 'change', 'at', 'payload', 'actor')])
    .where(sql<boolean>`txid < pg_snapshot_xmin(pg_current_snapshot())`)
    .orderBy('txid')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** As many rows from the first on as have smaller ids than all rows after them, of which `next` is the smallest that was not read. */
function inOrder(rows: readonly StoredEvent[], next: number | null): readonly StoredEvent[] {
  const highest: number[] = []
  for (const { id } of rows) highest.push(Math.max(id, highest.at(-1) ?? id))
  let lowestAfter = next ?? Infinity
  for (let count = rows.length; count > 0; count--) {
    if ((highest[count - 1] ?? Infinity) < lowestAfter) return rows.slice(0, count)
    lowestAfter = Math.min(lowestAfter, rows[count - 1]?.id ?? lowestAfter)
  }
  return []
}

/** The smallest id of the events after the row; null = there are none. */
async function firstIdAfter(tx: Transaction<DB>, position: Position, row: Pick<Position, 'txid' | 'id'>): Promise<number | null> {
  const found = await eventsAfter(tx, position, row)
    .select((event) => event.fn.min<number | null>('id').as('id'))
    .executeTakeFirst()
  return found?.id ?? null
}

function eventsAfter(tx: Transaction<DB>, position: Position, { txid, id }: Pick<Position, 'txid' | 'id'>) {
  return (
    tx
      .selectFrom('domain_event')
      .where(sql<boolean>`(txid, id) > (${txid}::xid8, ${id})`)
      // Leaves the tables of earlier months alone: what is not taken yet was written by transactions that were open or not yet begun at the last move.
      .where('recorded_at', '>=', position.moved_on.getTime() - LONGEST_TRANSACTION_MS)
  )
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
