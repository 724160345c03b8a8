import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const SHIFT_START = Date.UTC(2026, 4, 4, 6)

suite('figures of a running shift whose rows were not written yet', () => {
  let api: TestApi
  let machine: TestMachine
  let now = SHIFT_START + 20 * MINUTE_MS

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => now, growthMs: 3_600_000 })
    await addCompany(api.database, ACME)
    machine = await addMachine(api.database, ACME)
    await send(1)
    await eventually(async () => ((await stored()) > 0 ? true : undefined))
  })

  after(() => api.close())

  /** A minute a message, a piece a second; the clock is that of the last sample. */
  const send = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      const samples = Array.from({ length: 6 }, (_, index) => {
        const at = now + (index + 1) * 10_000
        return { at, values: { POWER: 12, TOTAL_OUTPUT: (at - SHIFT_START) / 1_000 } }
      })
      now += MINUTE_MS
      const answer = await fetch(`${api.origin}/api/devices/${machine.deviceId}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${machine.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(samples),
      })
      assert.equal(answer.status, 202)
    }
  }
  const stored = async (): Promise<number> => {
    const { rows } = await api.database.pool.query<{ pieces: number }>(
      'select coalesce(max(total_output), 0)::float8 as pieces from shift where work_center_id = $1',
      [machine.workCenterId],
    )
    return rows[0]?.pieces ?? 0
  }
  const day = `period: {start: "2026-05-04T00:00:00Z", end: "2026-05-05T00:00:00Z"}`

  /** Each asks for the pieces of the shift so far in another way. */
  const surfaces: readonly (readonly [name: string, query: (id: number) => string])[] = [
    ['oeeStat', (id) => `{ rows: oeeStat(workCenterId: ${id}, ${day}) { pieces: totalOutput } }`],
    ['oeeReport', (id) => `{ rows: oeeReport(filter: {workCenterIds: [${id}], ${day}}) { pieces: totalOutput } }`],
    ['outputReport', (id) => `{ rows: outputReport(filter: {workCenterIds: [${id}], ${day}}) { pieces: totalOutput } }`],
    ['outputChart', (id) => `{ rows: outputChart(workCenterId: ${id}, ${day}) { pieces: totalOutput } }`],
    [
      'oeeStatisticsDetails',
      (id) => `{ rows: oeeStatisticsDetails(filter: {workCenterIds: [${id}], ${day}}) { records { pieces: totalOutput } } }`,
    ],
    ['shifts', (id) => `{ rows: shifts(filter: {workCenterIds: [${id}], ${day}}) { oee { pieces: totalOutput } } }`],
    ['outputStat', (id) => `{ rows: outputStat(workCenterId: ${id}, ${day}) { pieces: periodSumValue } }`],
  ]

  for (const [name, query] of surfaces) {
    test(`${name} tells what was made until now`, async () => {
      await send(3)
      const made = (now - SHIFT_START) / 1_000 - 20 * 60 - 10
      assert.ok((await stored()) < made, 'what is stored is older')
      const { data, errors } = await api.ask(query(machine.workCenterId))
      assert.deepEqual(errors, [])
      assert.equal(piecesOf(data['rows']), made)
    })
  }

  test('the live view and the records agree', async () => {
    await send(2)
    const { data } = await api.ask(`{ rows: oeeStat(workCenterId: ${machine.workCenterId}, ${day}) { pieces: totalOutput } }`)
    assert.equal(api.live.latest(ACME, machine.workCenterId)?.output?.total, piecesOf(data['rows']))
  })
})

/** The sum of all `pieces`, however deep. */
function piecesOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.reduce((sum: number, one) => sum + piecesOf(one), 0)
  if (typeof answer !== 'object' || answer === null) return 0
  return Object.entries(answer).reduce((sum, [name, value]) => sum + (name === 'pieces' ? Number(value) : piecesOf(value)), 0)
}
