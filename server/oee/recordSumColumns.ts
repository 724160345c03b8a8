import { sql } from 'kysely'

/** The columns of the table of kept sums, in the order of AGGREGATES. */
export const SUM_COLUMNS = [
  'records',
  'confirmed_records',
  'last_end_at',
  'as_of',
  'issues',
  'elapsed_ms',
  'excluded_ms',
  'no_data_ms',
  'availability_loss_ms',
  'small_stop_ms',
  'planned_downtime_ms',
  'unplanned_downtime_ms',
  'unclassified_downtime_ms',
  'planned_included_ms',
  'unplanned_included_ms',
  'order_loss_ms',
  'setup_ms',
  'failure_ms',
  'failure_count',
  'total_output',
  'accepted_output',
  'rejected_output',
  'uncounted_total',
  'uncounted_accepted',
  'uncounted_rejected',
  'priced_records',
  'priced_elapsed_ms',
  'priced_planned_ms',
  'priced_run_ms',
  'net_operating_ms',
  'quality_loss_ms',
  'good_run_ms',
] as const

type SumColumn = (typeof SUM_COLUMNS)[number]

const PLANNED = 'shift.elapsed_ms - shift.excluded_ms - shift.no_data_ms'
const RUN = `${PLANNED} - shift.availability_loss_ms`
const COUNTED = 'shift.total_output - shift.uncounted_total'
/** Of one record: by ideal time, by pieces without a reference speed, 0 without output (qualityOf of engine/oee/kpis.ts says the same). */
const QUALITY = `coalesce(case when shift.net_operating_ms is not null
  then (shift.net_operating_ms - shift.quality_loss_ms) / nullif(shift.net_operating_ms, 0)
  else ((${COUNTED}) - (shift.rejected_output - shift.uncounted_rejected))::float8 / nullif((${COUNTED})::float8, 0) end, 0)`

/** Expressions that are not the plain sum of a column. Equal to sumsOf of engine/oee/recordSums.ts (property test). */
const EXPRESSIONS: Partial<Record<SumColumn, string>> = {
  records: 'count(shift.id)::int',
  confirmed_records: `(count(*) filter (where shift.status = 'CONFIRMED'))::int`,
  last_end_at: 'max(shift.end_at)',
  as_of: 'max(shift.as_of)',
  issues: `string_agg(nullif(array_to_string(shift.issues, ','), ''), ',')`,
  priced_records: 'count(shift.net_operating_ms)::int',
  priced_elapsed_ms: sumOf('shift.elapsed_ms', 'shift.net_operating_ms is not null'),
  priced_planned_ms: sumOf(PLANNED, 'shift.net_operating_ms is not null'),
  priced_run_ms: sumOf(RUN, 'shift.net_operating_ms is not null'),
  failure_count: 'coalesce(sum(shift.failure_count), 0)::int',
  net_operating_ms: `coalesce(sum(shift.net_operating_ms) filter (where ${PLANNED} > 0), 0)`,
  quality_loss_ms: `coalesce(sum(shift.quality_loss_ms) filter (where ${PLANNED} > 0), 0)`,
  good_run_ms: `coalesce(sum((${RUN}) * ${QUALITY}) filter (where ${PLANNED} > 0), 0)`,
}

/** One aggregate a column. */
export const AGGREGATES = sql.raw(SUM_COLUMNS.map((column) => `${EXPRESSIONS[column] ?? plainSum(column)} as ${column}`).join(',\n'))

function plainSum(column: SumColumn): string {
  return column.endsWith('_ms') ? sumOf(`shift.${column}`) : `coalesce(sum(shift.${column}::float8), 0)`
}

/** Whole ms are exact in a double up to 285,000 years, and PostgreSQL sums doubles several times faster than bigints. */
function sumOf(expression: string, condition = 'true'): string {
  const only = condition === 'true' ? '' : ` filter (where ${condition})`
  return `coalesce(sum((${expression})::float8)${only}, 0)::int8`
}
