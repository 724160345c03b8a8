import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { MAX_TRIAL_MESSAGE_BYTES, TRIAL_MESSAGES_A_MINUTE } from '#engine/workCenter/trialMachine.ts'
import { seedCompany, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { eventually } from '#server/testing/testMachines.ts'
import { resetDemo } from '#server/demo/demoReset.ts'
import { removeTrialMachines } from './trialMachine.service.ts'

const DEMO = asId<CompanyId>(DEMO_COMPANY_ID)
const codeOf = (answer: Answer) => answer.errors[0]?.extensions.code

type Made = { readonly deviceId: string; readonly secret: string; readonly workCenter: { readonly id: number; readonly name: string } }

describe('a machine to try with', () => {
  let api: TestApi
  let now = Date.now()
  before(async () => {
    api = await startTestApi({ ingest: true, now: () => now })
    await seedCompany(api.database, DEMO, [
      [api.stranger, 'ADMIN'],
      [api.users.USER, 'USER'],
    ])
  })
  after(() => api.close())

  const make = (options: Parameters<TestApi['ask']>[1] = {}, name = 'Phone of Ada') =>
    api.ask(`mutation { addTrialMachine(name: "${name}") { deviceId secret workCenter { id name } } }`, options)
  const asVisitor = () => ({ as: api.stranger, company: DEMO })
  const madeOf = (answer: Answer): Made => {
    assert.deepEqual(answer.errors, [])
    return answer.data['addTrialMachine'] as Made
  }
  const send = async ({ deviceId, secret }: Pick<Made, 'deviceId' | 'secret'>, body: string) => {
    const response = await fetch(`${api.origin}/api/devices/${deviceId}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body,
    })
    return { status: response.status, body: (await response.json()) as { readonly code?: string; readonly accepted?: number } }
  }
  const sendPower = (made: Pick<Made, 'deviceId' | 'secret'>, power: number) => send(made, JSON.stringify({ values: { POWER: power } }))
  const listed = async (options: Parameters<TestApi['ask']>[1] = {}) => {
    const { data } = await api.ask('{ workCenters { id name } }', options)
    return (data['workCenters'] as readonly Made['workCenter'][]).map(({ name }) => name)
  }

  it('is there at once, takes what one command sends, and runs from one kilowatt on', async () => {
    const made = madeOf(await make())
    assert.equal(made.workCenter.name, 'Phone of Ada')
    assert.deepEqual(await sendPower(made, 12.4), { status: 202, body: { accepted: 1, quarantined: [] } })
    const status = await eventually(async () => {
      const { data, errors } = await api.ask(`{ workCenter(id: ${made.workCenter.id}) { live { status { kind name isEffective } } } }`)
      assert.deepEqual(errors, [])
      return (data['workCenter'] as { readonly live: { readonly status: object | null } }).live.status ?? undefined
    })
    assert.deepEqual(status, { kind: 'RULE', name: 'Working', isEffective: true })
  })

  it('opens no door: another secret, larger messages, more channels and more than three a second are refused', async () => {
    const made = madeOf(await make())
    assert.equal((await sendPower({ ...made, secret: 'guessed' }, 1)).status, 401)
    assert.equal((await send(made, ' '.repeat(MAX_TRIAL_MESSAGE_BYTES + 1))).status, 413)
    assert.equal((await send(made, '{"values":{"POWER:2":1}}')).body.code, 'TOO_MANY_CHANNELS')
    const answers = await Promise.all(Array.from({ length: TRIAL_MESSAGES_A_MINUTE }, (_none, at) => sendPower(made, at)))
    assert.ok(answers.some(({ status }) => status === 202))
    assert.ok(answers.some(({ status, body }) => status === 429 && body.code === 'TOO_MANY_REQUESTS'))
  })

  it('is deleted with its device, so that its secret opens nothing any more and nobody claims it', async () => {
    now += HOUR_MS
    const made = madeOf(await make({}, 'Gone'))
    assert.deepEqual((await api.ask(`mutation { deleteBox(boxId: ${made.workCenter.id}) { id } }`)).errors, [])
    assert.equal((await sendPower(made, 5)).status, 401)
    assert.equal(codeOf(await api.ask(`mutation { addBox(guid: "${made.deviceId}") { id } }`)), 'DEVICE_NOT_FOUND')
  })

  it('comes at most five times in a company and six times an hour from an address', async () => {
    now += HOUR_MS
    const present = (await listed()).length
    for (let count = present; count < 5; count++) madeOf(await make())
    const full = await make()
    assert.deepEqual([codeOf(full), full.errors[0]?.extensions.params], ['TRIAL_MACHINES_FULL', { max: 5 }])
    for (let count = present; count < 7; count++) await make()
    assert.equal(codeOf(await make()), 'TOO_MANY_REQUESTS')
    assert.equal(codeOf(await make({ as: 'USER' })), 'FORBIDDEN')
    assert.equal((await listed()).length, 5)
  })

  it('in the demo is made by visitors, named by the product, gives way after ten minutes, and is gone in the morning', async () => {
    now += HOUR_MS
    const first = madeOf(await make(asVisitor(), 'Something rude'))
    assert.match(first.workCenter.name, /^Visitor \d\d$/)
    assert.equal((await sendPower(first, 12.4)).status, 202)
    for (let count = 1; count < 5; count++) madeOf(await make(asVisitor()))
    assert.equal((await listed(asVisitor())).length, 5)
    now += MINUTE_MS
    const early = await make(asVisitor())
    assert.deepEqual([codeOf(early), early.errors[0]?.extensions.params], ['TOO_MANY_REQUESTS', { retryAfter: 9 * 60 }])
    now += HOUR_MS
    madeOf(await make(asVisitor()))
    assert.equal((await listed(asVisitor())).length, 5)
    assert.equal((await sendPower(first, 12.4)).status, 401, 'the oldest made room')
    assert.equal(codeOf(await make({ as: 'USER', company: DEMO })), 'FORBIDDEN')

    const told: number[] = []
    const ingest = { reload: () => Promise.resolve(), deviceChanged: () => Promise.resolve(void told.push(1)) }
    assert.equal(await removeTrialMachines({ database: api.database, live: api.live, ingest }, DEMO), 5)
    assert.deepEqual([await listed(asVisitor()), told.length], [[], 5])
  })

  it('that is gone asks nobody to close its shifts, and the reset of the demo forgets what it measured and what was said of it', async () => {
    now += 2 * HOUR_MS
    const { workCenter, deviceId } = madeOf(await make(asVisitor()))
    const run = (text: string) => api.database.pool.query<Record<string, unknown>>(text, [DEMO, workCenter.id])
    const end = now - HOUR_MS
    await run(`insert into shift (company_id, work_center_id, shift_id, shift_date, code, name, start_at, end_at, status, as_of, elapsed_ms, excluded_ms, no_data_ms,
        availability_loss_ms, small_stop_ms, planned_downtime_ms, unplanned_downtime_ms, unclassified_downtime_ms, setup_ms, failure_ms, failure_count,
        total_output, accepted_output, rejected_output, uncounted_total, uncounted_accepted, uncounted_rejected)
      select $1, $2, 1, (to_timestamp(${end} / 1000) at time zone 'utc')::date, 'A', 'Shift', ${end - HOUR_MS}, ${end}, 'UNCONFIRMED', ${end},
        ${HOUR_MS}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0`)
    await run(`insert into loss (company_id, work_center_id, source, start_at, end_at, chain_start_at, shift_start_at, kind, comment)
      values ($1, $2, 'STATUS', ${end - HOUR_MS}, ${end}, ${end - HOUR_MS}, ${end - HOUR_MS}, 'OFF', 'something rude')`)
    const toClose = async () => {
      const since = new Date(end - 24 * HOUR_MS).toISOString().slice(0, 10)
      const { data, errors } = await api.ask(`{ unconfirmedShiftsCount(shiftDateFrom: "${since}") }`, asVisitor())
      assert.deepEqual(errors, [])
      return data['unconfirmedShiftsCount']
    }
    assert.equal(await toClose(), 1)
    const ingest = { reload: () => Promise.resolve(), deviceChanged: () => Promise.resolve() }
    assert.equal(await removeTrialMachines({ database: api.database, live: api.live, ingest }, DEMO), 1)
    assert.equal(await toClose(), 0, `of ${deviceId}`)
    const left = async () =>
      (
        await run(
          'select (select count(*) from loss where company_id = $1 and work_center_id = $2)::int as losses, (select count(*) from shift where company_id = $1 and work_center_id = $2)::int as shifts',
        )
      ).rows
    assert.deepEqual(await left(), [{ losses: 1, shifts: 1 }])
    await resetDemo({ database: api.database, reload: () => Promise.resolve() }, DEMO)
    assert.deepEqual(await left(), [{ losses: 0, shifts: 0 }])
  })
})
