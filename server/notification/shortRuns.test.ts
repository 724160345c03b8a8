import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { minute, START, startToldPress } from './testing.ts'

const SAMPLE_MS = 10 * SECOND_MS

/** Returns when stops are told that last from 10:00 on but for twenty seconds of work from 10:03 on, where working must last so long to count: begin, due and told in minutes. */
async function toldWithRuns(leastSeconds: number): Promise<readonly (readonly (number | string | null)[])[]> {
  const clock = { now: minute(30) }
  const told = await startToldPress(clock)
  try {
    const { api, press } = told
    const { pool } = api.database
    await pool.query(
      `update status_rule_version v set min_event_duration_seconds = $1 from status_rule r
        where r.company_id = v.company_id and r.id = v.status_rule_id and r.work_center_id = $2 and r.name = 'Running'`,
      [leastSeconds, press.workCenterId],
    )
    await api.reload(ACME, press.workCenterId)
    const type = `workCenterId: ${press.workCenterId}, notificationTypeId: "${RULE_TYPE_IDS.STATUS_DURATION}", duration: 5`
    const { errors } = await api.ask(`mutation { createNotificationConfig(input: { ${type}, targetAudience: ROLES }) { id } }`)
    assert.deepEqual(errors, [])
    const isRunning = (at: number) => at < 240 * MINUTE_MS || (at >= 243 * MINUTE_MS && at < 243 * MINUTE_MS + 20 * SECOND_MS)
    let sent = 30 * MINUTE_MS
    for (const until of [235, 244, 245, 248, 249]) {
      const samples: { readonly at: number; readonly values: { readonly POWER: number } }[] = []
      for (; sent < until * MINUTE_MS; sent += until === 235 ? MINUTE_MS : SAMPLE_MS)
        samples.push({ at: START + sent, values: { POWER: isRunning(sent) ? 12 : 2 } })
      clock.now = minute(until)
      const answer = await fetch(`${api.origin}/api/devices/${press.deviceId}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${press.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(samples),
      })
      assert.equal(answer.status, 202)
      // What only goes on is written when it is asked for.
      await eventually(async () => {
        await api.store(ACME)
        const { rows } = await pool.query<{ at: number | null }>('select max(as_of) as at from shift where work_center_id = $1', [
          press.workCenterId,
        ])
        return (rows[0]?.at ?? 0) >= (samples.at(-1)?.at ?? 0) || undefined
      })
      await told.settle()
    }
    const { rows } = await pool.query<Record<'due_at' | 'fired_at' | 'since', string | null>>(
      `select since, due_at, fired_at from notification where type = 'STATUS_DURATION' and fired_at is not null order by since`,
    )
    const clockOf = (at: string | null) => (at === null ? null : new Date(Number(at)).toISOString().slice(11, 19))
    return rows.map(({ since, due_at: due, fired_at: fired }) => [clockOf(since), clockOf(due), clockOf(fired)])
  } finally {
    await told.close()
  }
}

describe('a stop with a short run in it', () => {
  it('goes on where the run is shorter than the least time of its status: it is told five minutes after it began', async () => {
    assert.deepEqual(await toldWithRuns(30), [['10:00:00', '10:05:00', '10:05:00']])
  })

  it('is over where it is not: the next one is told five minutes after that began', async () => {
    assert.deepEqual(await toldWithRuns(0), [['10:03:20', '10:08:20', '10:09:00']])
  })
})
