/** How the rows of one kind of fact are replaced from an instant on. */
export type FactTable = {
  /** Inserts the rows of `$1` (JSON) and updates those that are there and differ. */
  readonly upsert: string
  /** Deletes what starts in a range of `$1` (JSON) and is not named by `$2` (JSON), except within the frozen ranges of `$3` (JSON). */
  readonly deleteTail: string
}

type Column = readonly [name: string, type: string]

/** The columns of a range: SPEED losses and confirmed rejects have one of their own, since they are told with their segment (engine/loss/toldWithSegment.ts). */
export const TAIL_COLUMNS =
  'company_id text, work_center_id integer, changed_from bigint, changed_to bigint, speed_from bigint, speed_to bigint'
const IN_TAIL = 'start_at >= tail.changed_from and start_at < tail.changed_to'
/** Which losses lie in a range of the tail. */
export const LOSS_IN_TAIL = `(case when source = 'SPEED' or source = 'OUTPUT' and end_at > start_at + 1 then start_at >= tail.speed_from and start_at < tail.speed_to
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
)

/** What people said is mirrored from the annotation that the fold laid over the loss (domain.md S-28); a loss without one has nothing of theirs. */
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
  { onlyWhere: `shift.status <> 'CONFIRMED'` },
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
}

function factTable(
  name: string,
  keys: readonly Column[],
  facts: readonly Column[],
  { within = IN_TAIL, onlyWhere = 'true', mirrored = [], join = '' }: Special = {},
): FactTable {
  const keyColumns = [...OWNER, ...keys]
  const all = [...keyColumns, ...facts]
  const names = (columns: readonly (readonly [string, string])[], prefix = ''): string =>
    columns.map(([column]) => `${prefix}${column}`).join(', ')
  const typed = (columns: readonly Column[]): string => columns.map(([column, type]) => `${column} ${type}`).join(', ')
  const written = [...facts, ...mirrored]
  return {
    upsert: `
insert into ${name} (${names([...all, ...mirrored])})
select ${[names(all, 'given.'), ...mirrored.map(([, expression]) => expression)].join(', ')}
from json_to_recordset($1::json) as given (${typed(all)}) ${join}
on conflict (${names(keyColumns)}) do update set ${written.map(([column]) => `${column} = excluded.${column}`).join(', ')}
where ${onlyWhere} and (${names(written, `${name}.`)}) is distinct from (${names(written, 'excluded.')})`,
    deleteTail: `
delete from ${name} using json_to_recordset($1::json) as tail (${TAIL_COLUMNS})
where ${name}.company_id = tail.company_id and ${name}.work_center_id = tail.work_center_id and ${within} and ${onlyWhere}
  and (${names(keyColumns, `${name}.`)}) not in (select ${names(keyColumns)} from json_to_recordset($2::json) as given (${typed(keyColumns)}))
  and not exists (
    select from json_to_recordset($3::json) as frozen (${typed(OWNER)}, start_at bigint, end_at bigint)
    where frozen.company_id = ${name}.company_id and frozen.work_center_id = ${name}.work_center_id
      and ${name}.start_at >= frozen.start_at and ${name}.start_at < frozen.end_at)`,
  }
}
