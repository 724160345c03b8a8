import type { WebSocket } from 'ws'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import type { Database } from '#server/db/database.ts'
import type { RecordsNews } from '#server/event/recordsFeed.ts'
import { liveOrderReader } from '#server/jobOrder/liveOrder.service.ts'
import { createLog } from '#server/log.ts'
import { Connection } from '#server/realtime/connection.ts'
import { createHub } from '#server/realtime/hub.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { createOrderHub } from '#server/realtime/orderHub.ts'

/** The hub of a company's job orders with pages of its own, and output that is counted for them. */
export type OrderPages = {
  /** Takes the socket as the page of somebody who sees all. */
  open(socket: WebSocket): void
  /** Counts one piece at each of the work centers, as ingest writes and tells it. */
  count(places: readonly WorkCenterId[]): Promise<void>
}

/** Writes a segment that counts for each order in progress; returns their work centers, ascending. */
export async function countOnSegments({ pool }: Pick<Database, 'pool'>, companyId: CompanyId): Promise<readonly WorkCenterId[]> {
  await pool.query(
    `insert into output_segment (company_id, work_center_id, start_at, end_at, job_order_ids, total, accepted, rejected, uncounted_total, uncounted_accepted,
       uncounted_rejected, effective_total, effective_accepted, planned_ms, run_ms)
     select company_id, work_center_id, start_at, null, array[job_order_id], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
     from job_order_run where company_id = $1 and end_at is null`,
    [companyId],
  )
  const { rows } = await pool.query<{ readonly id: WorkCenterId }>(
    'select work_center_id as id from job_order_run where company_id = $1 and end_at is null order by 1',
    [companyId],
  )
  return rows.map(({ id }) => id)
}

/** Returns the hub of the company's orders. */
export function openOrderPages(database: Database, companyId: CompanyId): OrderPages {
  const heard = new Set<(news: RecordsNews) => void>()
  const records = {
    subscribe: (hear: (news: RecordsNews) => void) => {
      heard.add(hear)
      return () => void heard.delete(hear)
    },
  }
  const hub = createHub(createLiveBus(), records, Date.now)
  const orderHub = createOrderHub({ records, read: liveOrderReader(database), now: Date.now, log: createLog('silent') })
  return {
    open: (socket) => {
      const options = {
        companyId,
        visible: null,
        heard: new Set(['order', 'output'] as const),
        hub,
        orderHub,
        isOperator: false,
        now: Date.now,
        expiresAt: null,
        isStillMember: () => Promise.resolve(true),
      }
      void new Connection(socket, options)
    },
    count: async (places) => {
      await database.pool.query(
        `update output_segment set total = total + 1, accepted = accepted + 1, effective_total = effective_total + 1, effective_accepted = effective_accepted + 1
         where company_id = $1 and work_center_id = any($2::int[]) and end_at is null`,
        [companyId, places],
      )
      const changes = places.map((workCenterId) => ({ companyId, workCenterId, kinds: ['output' as const], from: 0, to: null }))
      for (const hear of heard) hear({ missed: false, changes })
    },
  }
}
