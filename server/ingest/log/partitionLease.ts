import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { PARTITION_COUNT } from '#server/device/device.service.ts'

/** One partition of devices as its owner knows it. */
export type PartitionLease = {
  readonly partition: number
  /** The owner's fencing token: a transaction with an outdated token does not commit. */
  readonly epoch: number
  derivedPosition: number
  storedPosition: number
}

/** First half of the advisory lock's key: `TLIP` in ASCII. */
const LOCK_CLASS = 0x544c4950
const TRY_LOCK = `select partition from ingest_partition where pg_try_advisory_lock($1, partition) order by partition`
const TRY_OTHERS = `select partition from ingest_partition where partition <> all($2::smallint[]) and pg_try_advisory_lock($1, partition)`
const TAKE_OVER = `
update ingest_partition p set epoch = epoch + 1 where p.partition = any($1::smallint[])
returning p.partition, p.epoch, p.derived_position, p.stored_position`
const FENCE = `
update ingest_partition p
set derived_position = greatest(p.derived_position, coalesce(u.derived, 0)), stored_position = greatest(p.stored_position, coalesce(u.stored, 0))
from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[]) as u (partition, epoch, derived, stored)
where p.partition = u.partition and p.epoch = u.epoch`

const OWNED = `
select p.partition from ingest_partition p join unnest($1::smallint[], $2::bigint[]) as u (partition, epoch) using (partition, epoch)
for share of p`

const LOCK_WAIT_MS = 250

/**
 * Returns the partitions that the connection owns now: all free ones. Waits while other processes own every one. The locks live as long as the
 * connection; the epoch stops a former owner's open transaction.
 */
export async function leasePartitions(client: Client, isStopped: () => boolean): Promise<Map<number, PartitionLease>> {
  for (;;) {
    const locked = await client.query<{ partition: number }>(TRY_LOCK, [LOCK_CLASS])
    if (locked.rows.length > 0)
      return await takeOver(
        client,
        locked.rows.map((row) => row.partition),
      )
    if (isStopped()) return new Map()
    await sleep(LOCK_WAIT_MS)
  }
}

/** Returns whether a partition that another process owned is free now; it is locked then, and comes into the next session with the rest. */
export async function findFreed(client: Client, owned: ReadonlyMap<number, PartitionLease>): Promise<boolean> {
  if (owned.size >= PARTITION_COUNT) return false
  const { rows } = await client.query(TRY_OTHERS, [LOCK_CLASS, [...owned.keys()]])
  return rows.length > 0
}

type TakenRow = { partition: number; epoch: number; derived_position: number; stored_position: number }

async function takeOver(client: Client, partitions: readonly number[]): Promise<Map<number, PartitionLease>> {
  const taken = await client.query<TakenRow>(TAKE_OVER, [partitions])
  return new Map(
    taken.rows.map((row) => [
      row.partition,
      {
        partition: row.partition,
        epoch: row.epoch,
        derivedPosition: row.derived_position,
        storedPosition: row.stored_position,
      },
    ]),
  )
}

/** What a transaction moves forward: the partition and its new positions (null = stays). */
export type PositionMove = { readonly owned: PartitionLease; readonly derived: number | null; readonly stored: number | null }

/** Returns the moves, and beside them a fence for every other partition that is written to: its position stays, but an overtaken owner's transaction fails. */
export function fencesBeside(
  moves: readonly PositionMove[],
  partitions: Iterable<number>,
  leases: ReadonlyMap<number, PartitionLease>,
): readonly PositionMove[] {
  const others = new Set(partitions)
  for (const { owned } of moves) others.delete(owned.partition)
  const fences = [...others].flatMap((partition) => {
    const owned = leases.get(partition)
    return owned ? [{ owned, derived: null, stored: null }] : []
  })
  return [...moves, ...fences]
}

/** Moves the positions within the open transaction; throws when a partition has another owner by now, so that nothing of the transaction stays. */
export async function movePositions(client: Client, moves: readonly PositionMove[]): Promise<void> {
  if (moves.every(({ derived, stored }) => derived === null && stored === null)) return await checkOwned(client, moves)
  const result = await client.query({
    name: 'ingest-fence',
    text: FENCE,
    values: [
      moves.map((move) => move.owned.partition),
      moves.map((move) => move.owned.epoch),
      moves.map((move) => move.derived),
      moves.map((move) => move.stored),
    ],
  })
  if (result.rowCount !== moves.length) throw new Error('a partition has another owner by now')
}

/** Nothing moves: the rows are only kept from changing hands until the commit. */
async function checkOwned(client: Client, moves: readonly PositionMove[]): Promise<void> {
  const result = await client.query({
    name: 'ingest-check-owned',
    text: OWNED,
    values: [moves.map((move) => move.owned.partition), moves.map((move) => move.owned.epoch)],
  })
  if (result.rowCount !== moves.length) throw new Error('a partition has another owner by now')
}
