import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'

const PATIENCE_MS = 60_000

/** Makes the time of every waiting job come now. */
export async function makeJobsDue({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`update pgboss.job set start_after = now() - interval '1 second' where state in ('created', 'retry')`)
  await pool.query(`update job_run set due_on = now() where state = 'WAITING'`)
}

/** Makes every running job look like one of a worker that died a minute ago. */
export async function silenceWorkers({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
  await pool.query(`update pgboss.queue set monitor_claim_on = null, monitor_on = null`)
}

/** Returns what is read once it is as it should be. */
export async function untilSo<T>(read: () => Promise<T> | T, isSo: (value: T) => boolean): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const value = await read()
    if (isSo(value)) return value
    assert.ok(Date.now() < giveUpAt, `it did not come to that: ${JSON.stringify(value)}`)
    await sleep(20)
  }
}
