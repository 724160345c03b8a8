/** How the rows of one kind of fact are replaced from an instant on. */
export type FactTable = {
  /** Inserts the rows of `$1` (JSON) and updates those that are there and differ. */
  readonly upsert: string
  /** Deletes what starts in a tail of `$1` (JSON) and is not named by `$2` (JSON), except within the frozen ranges of `$3` (JSON). */
  readonly deleteTail: string
}

type Column = readonly [name: string, type: string]

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
  ],
)

/** Ids, reasons, comments, approvals and versions are people's: they stay with the (source, start) they were given to. */
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
  ],
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
  `shift.status <> 'CONFIRMED'`,
)

export const HOUR_TABLE = factTable(
  'hour_record',
  [
    ['start_at', 'bigint'],
    ['shift_start_at', 'bigint'],
  ],
  TERMS,
)

function factTable(name: string, keys: readonly Column[], facts: readonly Column[], onlyWhere = 'true'): FactTable {
  const keyColumns = [...OWNER, ...keys]
  const all = [...keyColumns, ...facts]
  const names = (columns: readonly Column[], prefix = ''): string => columns.map(([column]) => `${prefix}${column}`).join(', ')
  const typed = (columns: readonly Column[]): string => columns.map(([column, type]) => `${column} ${type}`).join(', ')
  return {
    upsert: `
insert into ${name} (${names(all)})
select ${names(all)} from json_to_recordset($1::json) as given (${typed(all)})
on conflict (${names(keyColumns)}) do update set ${facts.map(([column]) => `${column} = excluded.${column}`).join(', ')}
where ${onlyWhere} and (${names(facts, `${name}.`)}) is distinct from (${names(facts, 'excluded.')})`,
    deleteTail: `
delete from ${name} using json_to_recordset($1::json) as tail (${typed(OWNER)}, changed_from bigint)
where ${name}.company_id = tail.company_id and ${name}.work_center_id = tail.work_center_id and ${name}.start_at >= tail.changed_from and ${onlyWhere}
  and (${names(keyColumns, `${name}.`)}) not in (select ${names(keyColumns)} from json_to_recordset($2::json) as given (${typed(keyColumns)}))
  and not exists (
    select from json_to_recordset($3::json) as frozen (${typed(OWNER)}, start_at bigint, end_at bigint)
    where frozen.company_id = ${name}.company_id and frozen.work_center_id = ${name}.work_center_id
      and ${name}.start_at >= frozen.start_at and ${name}.start_at < frozen.end_at)`,
  }
}
