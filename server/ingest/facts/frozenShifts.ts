import type { ClientBase } from 'pg'
import type { StatusRow } from '#engine/event/factEvents.ts'
import type { Facts } from '#engine/facts.ts'
import type { ChangedRow, ChangedRows } from '#server/event/changedRows.ts'
import { TAIL_COLUMNS } from './factTables.ts'
import { workCenterKey } from '../setup/setupQuery.ts'
import type { WorkCenterRef } from '../setup/setupQuery.ts'

/** A confirmed shift: its facts do not change any more (domain.md S-46). */
export type FrozenRange = { readonly start: number; readonly end: number }

/** A shift lasts a day at most, 25 hours where a clock goes back: the key is walked from there, not from the first shift ever. */
const LONGEST_SHIFT_MS = 26 * 3_600_000
/** All reached shifts are locked until the commit: one that is confirmed meanwhile is either written before it or seen as confirmed, never half. */
const REACHED = `
select s.company_id, s.work_center_id, s.start_at, s.end_at, s.status
from json_to_recordset($1::json) as tail (${TAIL_COLUMNS})
join shift s on s.company_id = tail.company_id and s.work_center_id = tail.work_center_id
where s.end_at > tail.changed_from and s.start_at > tail.changed_from - ${LONGEST_SHIFT_MS} and s.start_at <= tail.changed_to
order by s.company_id, s.work_center_id, s.start_at for no key update of s`

/** An interval across a border of a confirmed shift becomes two, so that each row is inside or outside. */
const SPLIT = `
with cut as (
  select i.company_id, i.work_center_id, i.start_at, i.end_at, i.kind, i.status_rule_id, i.cause, border.at
  from json_to_recordset($1::json) as border (company_id text, work_center_id integer, at bigint)
  join status_interval i on i.company_id = border.company_id and i.work_center_id = border.work_center_id
    and i.start_at < border.at and (i.end_at > border.at or i.end_at is null)
), shortened as (
  update status_interval i set end_at = first.at
  from (select company_id, work_center_id, start_at, min(at) as at from cut group by 1, 2, 3) as first
  where i.company_id = first.company_id and i.work_center_id = first.work_center_id and i.start_at = first.start_at
  returning i.start_at
)
select company_id, work_center_id, start_at as cut_start_at, end_at as cut_end_at, at as start_at,
  coalesce(lead(at) over (partition by company_id, work_center_id, start_at order by at), end_at) as end_at, kind, status_rule_id, cause
from cut, (select count(*) from shortened) as done`
const INSERT_PIECES = `
insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id, cause)
select * from json_to_recordset($1::json) as piece (company_id text, work_center_id integer, start_at bigint, end_at bigint, kind text, status_rule_id integer, cause text)
on conflict do nothing`

type RangeRow = { company_id: string; work_center_id: number; start_at: number; end_at: number; status: string }

type PieceOfStatus = {
  readonly company_id: string
  readonly work_center_id: number
  readonly start_at: number
  readonly end_at: number | null
  /** The interval that was cut. */
  readonly cut_start_at: number
  readonly cut_end_at: number | null
} & Pick<StatusRow, 'kind' | 'cause'> & { readonly status_rule_id: StatusRow['statusRuleId'] }

/** The interval ends at the border, and the piece begins there; of several borders the first counts for the interval. */
function changesOfCut(piece: PieceOfStatus, _index: number, all: readonly PieceOfStatus[]): ChangedRow<StatusRow>[] {
  const { company_id, work_center_id, kind, cause, status_rule_id: statusRuleId } = piece
  const row = (start: number, end: number | null): StatusRow => ({ start, end, kind, cause, statusRuleId })
  const added = { company_id, work_center_id, before: null, after: row(piece.start_at, piece.end_at) }
  const isFirst = !all.some(
    (one) =>
      one.company_id === company_id &&
      one.work_center_id === work_center_id &&
      one.cut_start_at === piece.cut_start_at &&
      one.start_at < piece.start_at,
  )
  if (!isFirst) return [added]
  const cut = { before: row(piece.cut_start_at, piece.cut_end_at), after: row(piece.cut_start_at, piece.start_at) }
  return [{ company_id, work_center_id, ...cut }, added]
}

/** Returns the confirmed shifts that the tails reach into, by work center, with stored status intervals cut at their borders. */
export async function freezeConfirmed(
  client: ClientBase,
  tails: string,
  changes: ChangedRows,
): Promise<{ ranges: Map<string, FrozenRange[]>; rows: readonly RangeRow[] }> {
  const reached = await client.query<RangeRow>({ name: 'ingest-reached', text: REACHED, values: [tails] })
  const rows = reached.rows.filter((row) => row.status === 'CONFIRMED')
  const ranges = new Map<string, FrozenRange[]>()
  if (rows.length === 0) return { ranges, rows }
  for (const row of rows) {
    const key = `${row.company_id}/${row.work_center_id}`
    ranges.set(key, [...(ranges.get(key) ?? []), { start: row.start_at, end: row.end_at }])
  }
  const borders = new Set(
    rows.flatMap(({ company_id, work_center_id, start_at, end_at }) =>
      [start_at, end_at].map((at) => JSON.stringify({ company_id, work_center_id, at })),
    ),
  )
  const pieces = await client.query<PieceOfStatus>(SPLIT, [`[${[...borders].join(',')}]`])
  if (pieces.rows.length > 0) {
    changes.add('status', pieces.rows.flatMap(changesOfCut))
    await client.query(INSERT_PIECES, [JSON.stringify(pieces.rows)])
  }
  return { ranges, rows }
}

/** Returns the facts without the parts in confirmed shifts; status intervals across a border keep their outer parts. */
export function outsideOf(facts: Facts, owner: WorkCenterRef, ranges: ReadonlyMap<string, readonly FrozenRange[]>): Facts {
  const frozen = ranges.get(workCenterKey(owner))
  if (frozen === undefined) return facts
  const isFree = (start: number): boolean => !frozen.some((range) => start >= range.start && start < range.end)
  return {
    changedFrom: facts.changedFrom,
    statuses: facts.statuses.flatMap((status) =>
      frozen.reduce((pieces, range) => pieces.flatMap((piece) => cutOut(piece, range)), [status]),
    ),
    losses: facts.losses.filter((loss) => isFree(loss.start)),
    outputs: facts.outputs.filter((segment) => isFree(segment.start)),
    shifts: facts.shifts.filter(({ shift }) => !frozen.some((range) => shift.start < range.end && shift.end > range.start)),
    hours: facts.hours.filter((hour) => !frozen.some((range) => range.start === hour.shiftStart)),
  }
}

function cutOut<T extends { readonly start: number; readonly end: number | null }>(interval: T, range: FrozenRange): T[] {
  const end = interval.end ?? Infinity
  if (end <= range.start || interval.start >= range.end) return [interval]
  const pieces: T[] = []
  if (interval.start < range.start) pieces.push({ ...interval, end: range.start })
  if (end > range.end) pieces.push({ ...interval, start: range.end })
  return pieces
}
