import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { sendSamples, untilFolded } from '#server/testing/stoppedPress.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

/** 24 October 2026, 22:00 in Kyiv: a night of nine hours, in which the clock goes from 04:00 back to 03:00 at minute 360. */
const START = Date.UTC(2026, 9, 24, 19)
const NIGHT_END = 540
const NOW = START + 620 * MINUTE_MS
/** The morning is over, and its two minutes. */
const AFTERNOON = START + 1025 * MINUTE_MS
const STOPS = [
  // 03:10 to 03:25 by the clock, and once more.
  { from: 310, to: 325 },
  { from: 370, to: 385 },
  // 05:48 to 06:18: 12 minutes of the night and 18 of the morning.
  { from: 528, to: 558 },
  { from: 570, to: 576 },
].map((stop) => ({ ...stop, powerKw: 2 }))

type Loss = { readonly timeStart: string; readonly timeEnd: string; readonly version: number; readonly reason: string | null }

describe('two hours without a network, over the hour that there is twice and the end of the shift', () => {
  let api: TestApi
  let now = NOW
  let press: TestMachine
  let jam: number
  let setup: number

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => now })
    await addCompany(api.database, ACME)
    await api.database.pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
       select $1, $2, 'Europe/Kyiv', n, n::text, 'Shift ' || n, s, e from (values (1, '06:00', '14:00'), (2, '14:00', '22:00'), (3, '22:00', '06:00')) as v (n, s, e)`,
      [ACME, Date.UTC(2026, 9, 1)],
    )
    press = await addMachine(api.database, ACME)
    await sendSamples(api.origin, press, { start: START, until: 620, stops: STOPS })
    await untilFolded(api.database, press, START + 619 * MINUTE_MS)
    jam = await reasonOf('Jam')
    setup = await reasonOf('Setup')
  })
  after(() => api.close())

  const reasonOf = async (name: string): Promise<number> =>
    (
      (await api.ask(`mutation { createLossReason(input: { name: "${name}", requireExtraNotes: true }) { id } }`)).data[
        'createLossReason'
      ] as { readonly id: number }
    ).id
  const instant = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
  const list = async (): Promise<readonly Loss[]> =>
    eventually(async () => {
      const { data, errors } = await api.ask(
        `{ lossesPages(filter: { source: STATUS, workCenterIds: [${press.workCenterId}] }, sort: ASC, size: 100) { items { timeStart timeEnd version reason { name } isRecalculating } } }`,
      )
      assert.deepEqual(errors, [])
      const { items } = data['lossesPages'] as {
        readonly items: readonly (Omit<Loss, 'reason'> & {
          readonly reason: { readonly name: string } | null
          readonly isRecalculating: boolean
        })[]
      }
      if (items.some(({ isRecalculating }) => isRecalculating)) return undefined
      return items.map(({ isRecalculating: _done, reason, ...loss }) => ({ ...loss, reason: reason?.name ?? null }))
    })
  const told = async () =>
    (await list()).map(({ timeStart, timeEnd, reason }) => [
      (Date.parse(timeStart) - START) / MINUTE_MS,
      (Date.parse(timeEnd) - START) / MINUTE_MS,
      reason,
    ])
  let lastKey = 0
  const edit = (from: number, to: number | null, at: number, reasonId: number) => ({
    key: `0190a1b2-0000-7000-8000-${String(++lastKey).padStart(12, '0')}`,
    at: instant(at),
    workCenterId: press.workCenterId,
    timeStart: instant(from),
    timeEnd: to === null ? null : instant(to),
    baseVersion: 1,
    reasonId,
    comment: 'seen',
  })
  const send = async (edits: readonly object[]): Promise<readonly string[]> => {
    const { data, errors } = await api.ask('mutation ($edits: [LossEditInput!]!) { applyLossEdits(edits: $edits) { outcome } }', {
      as: 'USER',
      variables: { edits },
    })
    assert.deepEqual(errors, [])
    return (data['applyLossEdits'] as readonly { readonly outcome: string }[]).map(({ outcome }) => outcome)
  }

  it('the night has nine hours, and the stop at its end two pieces', async () => {
    const { rows } = await api.database.pool.query<{ ms: number }>(
      'select end_at - start_at as ms from shift where work_center_id = $1 order by start_at limit 1',
      [press.workCenterId],
    )
    assert.equal(rows[0]?.ms, NIGHT_END * MINUTE_MS)
    assert.deepEqual(await told(), [
      [310, 325, null],
      [370, 385, null],
      [528, 540, null],
      [540, 558, null],
      [570, 576, null],
    ])
  })

  it('tells apart the two stops that the clock shows at one time, and says of a stop that went on what it would have said then', async () => {
    const edits = [
      edit(310, 325, 326, jam),
      edit(370, 385, 390, setup),
      // Said at 05:55, while it went on: the piece of the next shift was not there yet.
      edit(528, null, 535, jam),
    ]
    assert.deepEqual(await send(edits), ['APPLIED', 'APPLIED', 'APPLIED'])
    const expected = [
      [310, 325, 'Jam'],
      [370, 385, 'Setup'],
      [528, 540, 'Jam'],
      [540, 558, 'Jam'],
      [570, 576, null],
    ]
    assert.deepEqual(await told(), expected)
    assert.deepEqual(await send(edits), ['APPLIED', 'APPLIED', 'APPLIED'])
    assert.deepEqual(await told(), expected)
    const { rows } = await api.database.pool.query<{ said: number }>('select count(*)::int as said from loss_history')
    assert.equal(rows[0]?.said, 3)
  })

  it('does not reach from an open shift into a confirmed one', async () => {
    await api.database.pool.query(
      'delete from loss_annotation; update loss set reason_id = null, reason_source = null, annotation_id = null, comment = null, version = 1',
    )
    now = AFTERNOON
    const { rows } = await api.database.pool.query<{ id: number }>('select id from shift where start_at = $1', [
      START + NIGHT_END * MINUTE_MS,
    ])
    const { errors } = await api.ask(`mutation { confirmShift(id: ${rows[0]?.id}, comment: "Left open") { status } }`)
    assert.deepEqual(errors, [])
    assert.deepEqual(await send([edit(528, null, 535, jam)]), ['APPLIED'])
    const annotations = await api.database.pool.query<{ from: number; to: number }>(
      'select (start_at - $1) / 60000 as "from", (end_at - $1) / 60000 as "to" from loss_annotation',
      [START],
    )
    assert.deepEqual(annotations.rows, [{ from: 528, to: 540 }])
  })
})
