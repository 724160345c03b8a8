import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { DB } from '#server/db/schema.ts'

type Row = { readonly fromMinutes: number; readonly toMinutes: number | null; readonly reason: string }

const SMALL: Row = { fromMinutes: 0, toMinutes: 5, reason: 'Small stop' }
const GROWING: readonly Row[] = [
  SMALL,
  { fromMinutes: 5, toMinutes: 120, reason: 'Setup' },
  { fromMinutes: 120, toMinutes: null, reason: 'Breakdown' },
]
/** Reasons of stops by status and duration; `status` null = stops without a status. Idle stops over five minutes are left to people. */
const TRACKING: readonly { readonly status: string | null; readonly rows: readonly Row[]; readonly except: readonly string[] }[] = [
  { status: 'Setup', rows: GROWING, except: ['press-7', 'welder-1', 'packer-2'] },
  { status: 'Idle', rows: [SMALL], except: [] },
  { status: null, rows: [SMALL], except: ['mill-2', 'palletiser-1'] },
]

/** Stores the loss tracking rules of a demo machine, in force from the instant. Its status rules must be stored. */
export async function insertDemoTracking(
  tx: Transaction<DB>,
  companyId: CompanyId,
  machine: { readonly key: string; readonly workCenterId: WorkCenterId },
  validFrom: number,
): Promise<void> {
  const { key, workCenterId } = machine
  for (const { status, rows, except } of TRACKING) {
    if (except.includes(key)) continue
    const rule = await sql<{ id: number }>`insert into loss_tracking_rule (company_id, work_center_id, status_rule_id, valid_from)
      select ${companyId}, ${workCenterId}, r.id, ${validFrom}::int8 from (select null::int as id where ${status}::text is null
        union all select id from status_rule where company_id = ${companyId} and work_center_id = ${workCenterId} and name = ${status}) as r
      returning id`.execute(tx)
    const [stored] = rule.rows
    if (stored === undefined) continue
    for (const row of rows) {
      const toMs = row.toMinutes === null ? null : row.toMinutes * 60_000
      await sql`insert into loss_tracking_row (company_id, loss_tracking_rule_id, from_ms, to_ms, loss_reason_id)
        select ${companyId}, ${stored.id}, ${row.fromMinutes * 60_000}::int8, ${toMs}::int8, id from loss_reason
        where company_id = ${companyId} and name = ${row.reason}`.execute(tx)
    }
  }
}
