import type { ClientBase } from 'pg'
import type { Facts } from '#engine/facts.ts'
import { HOUR_TABLE, LOSS_TABLE, OUTPUT_TABLE, SHIFT_TABLE, STATUS_TABLE } from './factTables.ts'
import type { FactTable } from './factTables.ts'
import { hourRows, lossRows, outputRows, shiftRows, statusRows } from './factRows.ts'
import type { FactRow, WorkCenterFacts } from './factRows.ts'
import { freezeConfirmed, outsideOf } from './frozenShifts.ts'
import type { FrozenRange } from './frozenShifts.ts'

/** What a person added to a loss that a recalculation removed. */
type OrphanLoss = {
  company_id: string
  work_center_id: number
  source: string
  start_at: number
  end_at: number | null
  reason_id: number | null
  comment: string | null
  is_approved: boolean
  updated_by: string | null
  updated_on: Date | null
}

/** The loss that overlaps an orphan the most takes its annotation over, if it has none of its own (architecture.md §4.4). */
const ADOPT = `
update loss set reason_id = $6, comment = $7, is_approved = $8, updated_by = $9, updated_on = $10, version = loss.version + 1
where (company_id, id) = (
  select l.company_id, l.id from loss l
  where l.company_id = $1 and l.work_center_id = $2 and l.source = $3 and l.reason_id is null and l.comment is null
    and l.start_at < coalesce($5::bigint, 9007199254740991) and coalesce(l.end_at, 9007199254740991) > $4::bigint
  order by least(coalesce(l.end_at, 9007199254740991), coalesce($5::bigint, 9007199254740991)) - greatest(l.start_at, $4::bigint) desc limit 1)`

/**
 * Replaces the tails of the work centers' facts within the open transaction: what is stored from `changedFrom` on becomes the lists, so
 * writing the same facts again changes nothing. Confirmed shifts and what people wrote stay as they are; returns the confirmed shifts that the
 * tails reach into, by work center.
 */
export async function writeFacts(
  client: ClientBase,
  changed: readonly WorkCenterFacts[],
  now: number,
): Promise<ReadonlyMap<string, readonly FrozenRange[]>> {
  const all = changed.filter((one) => one.facts.changedFrom !== null)
  if (all.length === 0) return NONE_FROZEN
  const tails = tailsOf(all, (facts) => facts.changedFrom)
  const { ranges, rows } = await freezeConfirmed(client, tailsOf(all, reachOf))
  const free = ranges.size === 0 ? all : all.map((one) => outsideOf(one, ranges))
  const frozen = JSON.stringify(rows)
  const write = async (name: string, table: FactTable, facts: readonly FactRow[]): Promise<readonly unknown[]> => {
    const json = JSON.stringify(facts)
    const isLoss = table === LOSS_TABLE
    const deleted = await client.query<Readonly<Record<string, unknown>>>({
      name: `ingest-delete-${name}`,
      text: isLoss ? `${table.deleteTail}\n${RETURNING_LOSS}` : table.deleteTail,
      values: [tails, json, frozen],
    })
    if (facts.length > 0) await client.query({ name: `ingest-upsert-${name}`, text: table.upsert, values: [json] })
    return deleted.rows
  }
  await write(
    'shift',
    SHIFT_TABLE,
    free.flatMap((one) => shiftRows(one, now)),
  )
  await write('status', STATUS_TABLE, free.flatMap(statusRows))
  const removed = await write('loss', LOSS_TABLE, free.flatMap(lossRows))
  await write('output', OUTPUT_TABLE, free.flatMap(outputRows))
  await write('hour', HOUR_TABLE, free.flatMap(hourRows))
  for (const loss of removed) if (isOrphan(loss)) await adopt(client, loss)
  return ranges
}

function tailsOf(all: readonly WorkCenterFacts[], from: (facts: Facts) => number | null): string {
  return JSON.stringify(
    all.map(({ setup, facts }) => ({ company_id: setup.companyId, work_center_id: setup.workCenterId, changed_from: from(facts) })),
  )
}

/** The earliest instant that any row reaches back to: open rows that began before the tail are named in it. */
function reachOf(facts: Facts): number | null {
  return facts.statuses.reduce((least, one) => Math.min(least, one.start), facts.changedFrom ?? Infinity)
}

const NONE_FROZEN: ReadonlyMap<string, readonly FrozenRange[]> = new Map()

const RETURNING_LOSS = `returning loss.company_id, loss.work_center_id, loss.source, loss.start_at, loss.end_at, loss.reason_id, loss.comment,
  loss.is_approved, loss.updated_by, loss.updated_on`

function isOrphan(row: unknown): row is OrphanLoss {
  if (typeof row !== 'object' || row === null || !('reason_id' in row) || !('comment' in row)) return false
  return row.reason_id !== null || row.comment !== null
}

async function adopt(client: ClientBase, loss: OrphanLoss): Promise<void> {
  await client.query(ADOPT, [
    loss.company_id,
    loss.work_center_id,
    loss.source,
    loss.start_at,
    loss.end_at,
    loss.reason_id,
    loss.comment,
    loss.is_approved,
    loss.updated_by,
    loss.updated_on,
  ])
}
