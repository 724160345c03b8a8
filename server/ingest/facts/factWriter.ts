import type { ClientBase } from 'pg'
import type { PieceRow, ShiftRow, StatusRow, TimeRow } from '#engine/event/factEvents.ts'
import type { Facts } from '#engine/facts.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { ChangedRows } from '#server/event/changedRows.ts'
import type { ChangedRow } from '#server/event/changedRows.ts'
import { noteFacts } from '#server/event/noteFacts.ts'
import { speedFrom } from '../derive/tail.ts'
import { keepLossIds, judgeAnnotations } from './annotatedLosses.ts'
import { HOUR_TABLE, LOSS_TABLE, OUTPUT_TABLE, SHIFT_TABLE, STATUS_TABLE } from './factTables.ts'
import type { FactTable } from './factTables.ts'
import { hourRows, lossRows, outputRows, shiftRows, statusRows } from './factRows.ts'
import type { FactRow, OwnedFacts, WorkCenterFacts } from './factRows.ts'
import { freezeConfirmed, outsideOf } from './frozenShifts.ts'
import type { FrozenRange } from './frozenShifts.ts'

/** No stored row starts so late. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER

/**
 * Replaces the tails of the work centers' facts, or the stretch up to what is kept, within the open transaction: what is stored there becomes
 * the lists, so writing the same facts again changes nothing. Confirmed shifts stay as they are, and so does what people said; returns the
 * confirmed shifts that the tails reach into, by work center. The events that follow are written, and pages told, in the same transaction.
 */
export async function writeFacts(
  client: ClientBase,
  changed: readonly WorkCenterFacts[],
  now: number,
): Promise<ReadonlyMap<string, readonly FrozenRange[]>> {
  const all = changed.filter((one) => one.facts.changedFrom !== null)
  if (all.length === 0) return NONE_FROZEN
  const tails = rangesOf(all, (facts) => facts.changedFrom)
  const changes = new ChangedRows()
  const { ranges, rows } = await freezeConfirmed(client, rangesOf(all, reachOf), changes)
  const free = ranges.size === 0 ? all : all.map((one) => ({ ...one, facts: outsideOf(one.facts, one.setup, ranges) }))
  const kept = free.flatMap(({ setup, kept: rest }) => (rest === null ? [] : [{ setup, facts: outsideOf(rest.open, setup, ranges) }]))
  const frozen = JSON.stringify(rows)
  const write = async <Row>(
    name: string,
    table: FactTable,
    rowsOf: (facts: OwnedFacts) => FactRow[],
    note: (changed: readonly ChangedRow<Row>[]) => void,
  ): Promise<void> => {
    const written = free.flatMap(rowsOf)
    const json = JSON.stringify(written)
    const named = kept.length === 0 ? json : JSON.stringify([...written, ...kept.flatMap(rowsOf)])
    if (table === LOSS_TABLE) noteLosses(changes, await keepLossIds(client, { written, tails, named, frozen }))
    const values = [tails, named, frozen]
    note((await client.query<ChangedRow<Row>>({ name: `ingest-delete-${name}`, text: table.deleteTail, values })).rows)
    if (written.length === 0) return
    note((await client.query<ChangedRow<Row>>({ name: `ingest-upsert-${name}`, text: table.upsert, values: [json] })).rows)
  }
  await write<ShiftRow>(
    'shift',
    SHIFT_TABLE,
    (facts) => shiftRows(facts, now),
    (changed) => changes.add('shift', changed),
  )
  await write<StatusRow>('status', STATUS_TABLE, statusRows, (changed) => changes.add('status', changed))
  await write<LossRow>('loss', LOSS_TABLE, lossRows, (changed) => noteLosses(changes, changed))
  await write<TimeRow>('output', OUTPUT_TABLE, outputRows, (changed) => changes.add('output', changed))
  await write('hour', HOUR_TABLE, hourRows, () => undefined)
  await judgeAnnotations(client, all)
  await rewindShares(client, all, now)
  await noteFacts(client, changes.all())
  return ranges
}

/** Energy is kept by the status and the orders of its time: of hours that these facts change it is worked out again. */
const REWIND_SHARES = `
update energy_progress p set shared_until = least(p.shared_until, given.changed_from), share_rewinds = p.share_rewinds + 1
from json_to_recordset($1::json) as given (company_id text, work_center_id integer, changed_from bigint)
where p.company_id = given.company_id and p.work_center_id = given.work_center_id and p.derived_until > given.changed_from`

async function rewindShares(client: ClientBase, changed: readonly WorkCenterFacts[], now: number): Promise<void> {
  // No hour is kept within an hour after its end.
  const past = changed.flatMap(({ setup, facts: { changedFrom } }) =>
    changedFrom === null || changedFrom >= now - HOUR_MS
      ? []
      : [{ company_id: setup.companyId, work_center_id: setup.workCenterId, changed_from: changedFrom }],
  )
  if (past.length > 0) await client.query({ name: 'ingest-shares-rewind', text: REWIND_SHARES, values: [JSON.stringify(past)] })
}

type LossRow = PieceRow & { readonly source: string }

function noteLosses(changes: ChangedRows, changed: readonly ChangedRow<LossRow>[]): void {
  const isPiece = ({ before, after }: ChangedRow<LossRow>): boolean => (after ?? before)?.source === 'STATUS'
  changes.add('piece', changed.filter(isPiece))
  changes.add(
    'saidLoss',
    changed.filter((one) => !isPiece(one)),
  )
}

function rangesOf(all: readonly WorkCenterFacts[], from: (facts: Facts) => number | null): string {
  return JSON.stringify(
    all.map(({ setup, facts, kept }) => ({
      company_id: setup.companyId,
      work_center_id: setup.workCenterId,
      changed_from: from(facts),
      changed_to: kept?.from ?? END_OF_TIME,
      speed_from: speedFrom(facts),
      speed_to: kept === null ? END_OF_TIME : Math.min(kept.from, speedFrom(kept.open)),
    })),
  )
}

/** The earliest instant that any row reaches back to: open rows that began before the tail are named in it. */
function reachOf(facts: Facts): number | null {
  return facts.statuses.reduce((least, one) => Math.min(least, one.start), speedFrom(facts))
}

const NONE_FROZEN: ReadonlyMap<string, readonly FrozenRange[]> = new Map()
