import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'

const TABLES: readonly (readonly [table: string, columns: string])[] = [
  [
    'status_interval',
    `start_at, end_at, kind, cause, (select r.name from status_rule r where r.company_id = t.company_id and r.id = t.status_rule_id) as rule`,
  ],
  [
    'loss',
    `source, part, start_at, end_at, chain_start_at, shift_start_at, kind, is_scheduled_loss, reason_id, reason_source, is_provisional, annotation_id,
     level, quantity, duration_ms, comment, is_approved`,
  ],
  [
    'output_segment',
    `start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total, uncounted_accepted, uncounted_rejected, ideal_cycle_ms, job_order_ids,
     effective_total, effective_accepted, effective_rejected, is_confirmed, net_operating_ms, quality_loss_ms, run_ms`,
  ],
  ['shift', 'start_at, end_at, shift_date, name, to_jsonb(t) - $3::text[] as record'],
  ['hour_record', 'start_at, shift_start_at, to_jsonb(t) - $3::text[] as record'],
]
/** What differs between two work centers with the same facts, and what only says when it was written. */
const OWN_COLUMNS = ['id', 'company_id', 'work_center_id', 'as_of', 'status', 'comment', 'late_samples']

/**
 * Returns all stored facts of the work center up to the instant, ordered, without ids: two of them are equal when the facts are. For tests that
 * hold one history against another.
 */
export async function storedFacts(
  database: Pick<Database, 'pool'>,
  { companyId, workCenterId }: { readonly companyId: CompanyId; readonly workCenterId: WorkCenterId },
  until = Number.MAX_SAFE_INTEGER,
): Promise<Record<string, unknown>[]> {
  const facts: Record<string, unknown>[] = []
  for (const [table, columns] of TABLES) {
    const { rows } = await database.pool.query<Record<string, unknown>>(
      `select '${table}' as table, ${columns} from ${table} t where company_id = $1 and work_center_id = $2 and start_at < ${until} and $3::text[] is not null order by start_at, 2, 3`,
      [companyId, workCenterId, OWN_COLUMNS],
    )
    facts.push(...rows)
  }
  return facts
}
