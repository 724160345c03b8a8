import { PIECE_JSON } from '#server/event/noteFacts.ts'

/** How the rows of one kind of fact are replaced from an instant on. */
export type FactTable = {
  /** Inserts the rows of `$1` (JSON) and updates those that are there and differ; returns what a person can see of it, as ChangedRow. */
  readonly upsert: string
  /** Deletes what starts in a range of `$1` (JSON) and is not named by `$2` (JSON), except within the frozen ranges of `$3` (JSON); returns the same. */
  readonly deleteTail: string
}

type Column = readonly [name: string, type: string]

/**
 * The columns of a range. SPEED losses and rejects of a whole segment have one of their own, since they are emitted with their segment
 * (engine/loss/emittedWithSegment.ts).
 */
export const TAIL_COLUMNS =
  'company_id text, work_center_id integer, changed_from bigint, changed_to bigint, speed_from bigint, speed_to bigint'
const IN_TAIL = 'start_at >= tail.changed_from and start_at < tail.changed_to'
/**
 * Which losses lie in a range of the tail. The first two lines say nothing more, but let the key be walked along the range instead of all losses of the work
 * center.
 */
export const LOSS_IN_TAIL = `source in ('OUTPUT', 'SPEED', 'STATUS')
  and start_at >= least(tail.changed_from, tail.speed_from) and start_at < greatest(tail.changed_to, tail.speed_to)
  and (case when source = 'SPEED' or source = 'OUTPUT' and end_at > start_at + 1 then start_at >= tail.speed_from and start_at < tail.speed_to
  else start_at >= tail.changed_from and start_at < tail.changed_to end)`

const OWNER: readonly Column[] = [
  ['company_id', 'text'],
  ['work_center_id', 'integer'],
]
const TERMS: readonly Column[] = [
  ...[
    'elapsed',
    'excluded',
    'no_data',
    'availability_loss',
    'small_stop',
    'planned_downtime',
    'unplanned_downtime',
    'unclassified_downtime',
    'planned_included',
    'unplanned_included',
    'order_loss',
    'setup',
    'failure',
  ].map((name): Column => [`${name}_ms`, 'bigint']),
  ['failure_count', 'integer'],
  ['net_operating_ms', 'double precision'],
  ['quality_loss_ms', 'double precision'],
  ...['total_output', 'accepted_output', 'rejected_output', 'uncounted_total', 'uncounted_accepted', 'uncounted_rejected'].map(
    (name): Column => [name, 'numeric'],
  ),
]

export const STATUS_TABLE = factTable(
  'status_interval',
  [['start_at', 'bigint']],
  [
    ['end_at', 'bigint'],
    ['kind', 'text'],
    ['status_rule_id', 'integer'],
    ['cause', 'text'],
  ],
  { changes: { json: statusJson, isSeen: 'true', isGoneSeen: 'true' } },
)

/** A person's input is copied from the annotation that the fold laid over the loss (domain.md S-28); a loss without one has none. */
export const LOSS_TABLE = factTable(
  'loss',
  [
    ['source', 'text'],
    ['start_at', 'bigint'],
    ['part', 'smallint'],
  ],
  [
    ['end_at', 'bigint'],
    ['chain_start_at', 'bigint'],
    ['shift_start_at', 'bigint'],
    ['kind', 'text'],
    ['status_rule_id', 'integer'],
    ['is_scheduled_loss', 'boolean'],
    ['reason_id', 'integer'],
    ['reason_source', 'text'],
    ['is_provisional', 'boolean'],
    ['annotation_id', 'bigint'],
    ['level', 'smallint'],
    ['quantity', 'numeric'],
    ['duration_ms', 'bigint'],
  ],
  {
    within: LOSS_IN_TAIL,
    mirrored: [
      ['comment', 'said.comment'],
      ['is_approved', 'coalesce(said.is_approved, false)'],
      ['updated_by', 'said.updated_by'],
      ['updated_on', 'said.updated_on'],
      ['version', 'coalesce(said.version, 1)'],
    ],
    // What slow running and rejects lost grows all the time; what people said of it does not. The rest is told with its segment.
    changes: {
      json: lossJson,
      isSeen: `new.source = 'STATUS' or coalesce(new.annotation_id, old.annotation_id) is not null
        and (new.annotation_id, new.reason_id, new.level, new.comment, new.is_approved, new.version)
          is distinct from (old.annotation_id, old.reason_id, old.level, old.comment, old.is_approved, old.version)`,
      isGoneSeen: `old.source = 'STATUS' or old.annotation_id is not null`,
    },
    join: 'left join loss_annotation said on said.company_id = given.company_id and said.id = given.annotation_id',
  },
)

export const OUTPUT_TABLE = factTable(
  'output_segment',
  [['start_at', 'bigint']],
  [
    ['end_at', 'bigint'],
    ['shift_start_at', 'bigint'],
    ...['total', 'accepted', 'rejected', 'uncounted_total', 'uncounted_accepted', 'uncounted_rejected'].map((name): Column => [
      name,
      'numeric',
    ]),
    ...['counted_accepted', 'counted_rejected', 'strokes'].map((name): Column => [name, 'numeric']),
    ['ideal_cycle_ms', 'double precision'],
    ['is_closed', 'boolean'],
    ['job_order_ids', 'integer[]'],
    ...['effective_total', 'effective_accepted', 'effective_rejected'].map((name): Column => [name, 'numeric']),
    ['is_confirmed', 'boolean'],
    ['difference', 'numeric'],
    ['unit', 'text'],
    ['net_operating_ms', 'double precision'],
    ['quality_loss_ms', 'double precision'],
    ['run_ms', 'bigint'],
    ['planned_ms', 'bigint'],
  ],
  // An open segment grows all the time.
  { changes: { json: timeJson, isSeen: 'new.is_closed or old.is_closed', isGoneSeen: 'old.is_closed' } },
)

/** A confirmed shift is left alone (domain.md S-46). */
export const SHIFT_TABLE = factTable(
  'shift',
  [['start_at', 'bigint']],
  [
    ['shift_id', 'smallint'],
    ['shift_date', 'date'],
    ['code', 'text'],
    ['name', 'text'],
    ['end_at', 'bigint'],
    ['status', 'text'],
    ['as_of', 'bigint'],
    ...TERMS,
    ['ideal_cycle_ms', 'double precision'],
    ['issues', 'text[]'],
  ],
  {
    onlyWhere: `shift.status <> 'CONFIRMED'`,
    // The figures of the shift in progress grow all the time.
    changes: { json: shiftJson, isSeen: `new.status <> 'PROGRESS' or old.status is distinct from new.status`, isGoneSeen: 'true' },
  },
)

export const HOUR_TABLE = factTable(
  'hour_record',
  [
    ['start_at', 'bigint'],
    ['shift_start_at', 'bigint'],
  ],
  TERMS,
)

type Special = {
  /** Which stored rows lie in a range of the tail. */
  readonly within?: string
  /** Which stored rows may be changed at all. */
  readonly onlyWhere?: string
  /** Columns that are taken from a joined table: name and expression. */
  readonly mirrored?: readonly (readonly [name: string, expression: string])[]
  readonly join?: string
  /** What of a changed row is returned, and when; without it nothing is. */
  readonly changes?: {
    /** The row of that name as JSON. */
    readonly json: (row: 'old' | 'new') => string
    /** Whether a person can see that `new` took the place of `old`, whose columns are null when there was none. */
    readonly isSeen: string
    /** Whether a person can see that `old` is gone. */
    readonly isGoneSeen: string
  }
}

/** Returns the columns of a status interval that events follow from, as JSON; `row` names the row. */
export function statusJson(row: string): string {
  return `json_build_object('start', ${row}.start_at, 'end', ${row}.end_at, 'kind', ${row}.kind, 'statusRuleId', ${row}.status_rule_id, 'cause', ${row}.cause)`
}

/** Returns the columns of a loss that events follow from, as JSON; `row` names the row. */
export function lossJson(row: string): string {
  return PIECE_JSON(row)
}

function timeJson(row: string): string {
  return `json_build_object('start', ${row}.start_at, 'end', ${row}.end_at)`
}

function shiftJson(row: string): string {
  return `json_build_object('start', ${row}.start_at, 'end', ${row}.end_at, 'shiftId', ${row}.shift_id, 'shiftDate', ${row}.shift_date,
    'status', ${row}.status)`
}

function factTable(
  name: string,
  keys: readonly Column[],
  facts: readonly Column[],
  { within = IN_TAIL, onlyWhere = 'true', mirrored = [], join = '', changes }: Special = {},
): FactTable {
  const keyColumns = [...OWNER, ...keys]
  const all = [...keyColumns, ...facts]
  const names = (columns: readonly (readonly [string, string])[], prefix = ''): string =>
    columns.map(([column]) => `${prefix}${column}`).join(', ')
  const typed = (columns: readonly Column[]): string => columns.map(([column, type]) => `${column} ${type}`).join(', ')
  const written = [...facts, ...mirrored]
  /** A statement whose RETURNING knows `old` and `new`, told as the rows that a person can see change. */
  const told = (statement: string, owner: 'old' | 'new', isSeen: string): string => {
    if (changes === undefined) return statement
    const before = `case when old.company_id is not null then ${changes.json('old')} end`
    const after = owner === 'new' ? changes.json('new') : 'null::json'
    return `
with changed as (${statement}
returning ${owner}.company_id, ${owner}.work_center_id, ${before} as before, ${after} as after, (${isSeen}) as is_seen
)
select company_id, work_center_id, before, after from changed where is_seen`
  }
  return {
    upsert: told(
      `
insert into ${name} (${names([...all, ...mirrored])})
select ${[names(all, 'given.'), ...mirrored.map(([, expression]) => expression)].join(', ')}
from json_to_recordset($1::json) as given (${typed(all)}) ${join}
on conflict (${names(keyColumns)}) do update set ${written.map(([column]) => `${column} = excluded.${column}`).join(', ')}
where ${onlyWhere} and (${names(written, `${name}.`)}) is distinct from (${names(written, 'excluded.')})`,
      'new',
      changes?.isSeen ?? '',
    ),
    // The planner takes the list for a hundred ranges that each hold a ninth of the rows, and would read the whole table for them. So each range is
    // walked along the key by itself, and what was found there is deleted as the short list that it is.
    deleteTail: told(
      `
delete from ${name} using unnest(array(
  select hit from json_to_recordset($1::json) as tail (${TAIL_COLUMNS})
  cross join lateral (
    select one as hit from ${name} one where one.company_id = tail.company_id and one.work_center_id = tail.work_center_id and ${within}
      and (${names(keyColumns, 'one.')}) not in (select ${names(keyColumns)} from json_to_recordset($2::json) as given (${typed(keyColumns)}))
    offset 0
  ) as hits
)) as found
where (${names(keyColumns, `${name}.`)}) = (${names(keyColumns, 'found.')}) and ${onlyWhere}
  and not exists (
    select from json_to_recordset($3::json) as frozen (${typed(OWNER)}, start_at bigint, end_at bigint)
    where frozen.company_id = ${name}.company_id and frozen.work_center_id = ${name}.work_center_id
      and ${name}.start_at >= frozen.start_at and ${name}.start_at < frozen.end_at)`,
      'old',
      changes?.isGoneSeen ?? '',
    ),
  }
}
