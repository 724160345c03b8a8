import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { MqttClient } from 'mqtt'
import { RESET_VALID_MS } from '#engine/output/counterReset.ts'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { listWaitingDevices } from '#server/device/deviceCommand.store.ts'
import { ACME } from '#server/graphql/testing.ts'
import { addShift } from '#server/shift/testing.ts'
import { START, startOutputSite } from '#server/testing/outputSite.ts'
import type { OutputSite } from '#server/testing/outputSite.ts'
import { addMachine, connectMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { askForResets } from './counterReset.service.ts'

type Reset = {
  readonly id: string
  readonly shiftEnd: string | null
  readonly state: string
  readonly detail: string | null
  readonly sentOn: string | null
}
const FIELDS = '{ id shiftEnd state detail sentOn askedBy { id } }'
type Command = { readonly id: string; readonly command: string; readonly cause: string; readonly validUntil: string }

const SHIFT_END = START + 8 * HOUR_MS

suite('resetting the counter of a device (O-21)', () => {
  let site: OutputSite

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 10)
  })
  after(() => site.close())

  const iso = (at: number) => new Date(at).toISOString()
  const resets = (as: 'ADMIN' | 'USER' = 'ADMIN') =>
    site.done<readonly Reset[]>('counterResets', `?workCenterId: ${site.press.workCenterId}`, FIELDS, as)
  const newest = async (): Promise<Reset> => {
    const [reset] = await resets()
    assert.ok(reset)
    return reset
  }
  const untilState = (state: string) => eventually(async () => ((await newest()).state === state ? await newest() : undefined))
  /** A device that listens; `heard` are its commands. */
  const connect = async (machine: TestMachine = site.press): Promise<{ readonly client: MqttClient; readonly heard: Command[] }> => {
    const heard: Command[] = []
    const client = await connectMachine(machine, site.api.mqttPort ?? 0)
    client.on('message', (_topic, payload) => void heard.push(JSON.parse(payload.toString()) as Command))
    await client.subscribeAsync(`v1/devices/${machine.deviceId}/commands`, { qos: 1 })
    return { client, heard }
  }
  const answer = (client: MqttClient, said: object | string, machine: TestMachine = site.press) =>
    client.publishAsync(`v1/devices/${machine.deviceId}/commands/answer`, typeof said === 'string' ? said : JSON.stringify(said), {
      qos: 1,
    })
  const ask = () => askForResets(site.api.deps)
  const deps = () => ({ database: site.api.database, now: () => site.clock })

  test('nothing is sent where the work center is not set so, nor before the shift ends', async () => {
    site.clock = SHIFT_END + MINUTE_MS
    assert.equal(await askForResets(deps()), 0)
    await site.set({ auto_reset_on_shift_finish: true })
    site.clock = SHIFT_END - 1
    assert.equal(await askForResets(deps()), 0)
  })

  test('the end of a shift asks once, a device that is away gets it when it comes back, and its answer is kept', async () => {
    site.clock = SHIFT_END + MINUTE_MS
    assert.deepEqual([await ask(), await ask()], [1, 0])
    assert.deepEqual(
      (await resets()).map(({ shiftEnd, state }) => [shiftEnd, state]),
      [[iso(SHIFT_END), 'WAITING']],
    )
    const { client, heard } = await connect()
    const command = await eventually(async () => heard[0])
    assert.deepEqual(
      [command.command, command.cause, command.validUntil],
      ['RESET_OUTPUT', 'SHIFT_END', iso(SHIFT_END + MINUTE_MS + RESET_VALID_MS)],
    )
    await untilState('SENT')
    await answer(client, { id: command.id, answer: 'DONE', detail: 'counter 0' })
    assert.equal((await untilState('DONE')).detail, 'counter 0')
    // The first answer holds.
    await answer(client, { id: command.id, answer: 'REFUSED' })
    assert.equal((await newest()).state, 'DONE')
    await client.endAsync()
  })

  test('a person asks once by a key; a device that listens hears it without coming back, and may refuse', async () => {
    const { client, heard } = await connect()
    const key = '5d1c2f06-6a0e-4f0d-9d6c-0b7b6d1f0c01'
    const args = `workCenterId: ${site.press.workCenterId}, requestKey: "${key}"`
    const [first, again] = [await site.done<Reset>('resetCounter', args, FIELDS), await site.done<Reset>('resetCounter', args, FIELDS)]
    assert.equal(first.id, again.id)
    const command = await eventually(async () => heard.find(({ id }) => id === first.id))
    assert.equal(command.cause, 'PERSON')
    await answer(client, { id: first.id, answer: 'REFUSED', detail: 'locked' })
    const refused = await untilState('REFUSED')
    assert.deepEqual([refused.id, refused.detail, heard.length], [first.id, 'locked', 1])
    await client.endAsync()
    const { rows } = await site.api.database.pool.query(
      `select subject from audit_log where company_id = $1 and action = 'RESET_COUNTER'`,
      [ACME],
    )
    assert.deepEqual(rows, [{ subject: `work center ${site.press.workCenterId}` }])
  })

  test('what is no answer, or another device’s, changes nothing, and ends no connection', async () => {
    const other = await addMachine(site.api.database, ACME)
    const { id } = await site.done<Reset>('resetCounter', `workCenterId: ${site.press.workCenterId}`, FIELDS)
    const { client } = await connect(other)
    for (const said of ['no json', '{}', { id: 'x', answer: 'DONE' }, { id, answer: 'MAYBE' }, { id, answer: 'DONE' }])
      await answer(client, said, other)
    await client.endAsync()
    const found = await newest()
    assert.deepEqual([found.id, found.state], [id, 'WAITING'])
    // Only this device is named when commands are looked for, and no longer than the command holds.
    const waiting = (now: number) => site.api.database.inSystem((tx) => listWaitingDevices(tx, { now, sentBefore: now }))
    assert.deepEqual(await waiting(site.clock), [site.press.deviceId])
    assert.deepEqual(await waiting(site.clock + RESET_VALID_MS), [])
  })

  test('a device that never answers is asked again with the same id, until the command ends; a late answer still holds', async () => {
    const { client, heard } = await connect()
    const command = await eventually(async () => heard[0])
    site.clock += 61_000
    const again = await eventually(async () => heard[1])
    assert.equal(again.id, command.id)
    site.clock += RESET_VALID_MS
    assert.equal((await newest()).state, 'NO_ANSWER')
    await answer(client, { id: command.id, answer: 'DONE' })
    assert.equal((await untilState('DONE')).id, command.id)
    await client.endAsync()
  })

  test('a command that nobody fetched in time is delivered to nobody', async () => {
    const { id } = await site.done<Reset>('resetCounter', `workCenterId: ${site.press.workCenterId}`, FIELDS)
    site.clock += RESET_VALID_MS + 1
    const { client, heard } = await connect()
    const fresh = await site.done<Reset>('resetCounter', `workCenterId: ${site.press.workCenterId}`, FIELDS)
    await eventually(async () => heard.find((one) => one.id === fresh.id))
    assert.deepEqual(
      heard.map((one) => one.id),
      [fresh.id],
    )
    assert.equal((await resets()).find((one) => one.id === id)?.state, 'NOT_DELIVERED')
    await client.endAsync()
  })

  test('the end of a shift of 25 hours asks too', async () => {
    const machine = await addMachine(site.api.database, ACME)
    const { pool } = site.api.database
    await pool.query('update work_center set auto_reset_on_shift_finish = true where id = $1', [machine.workCenterId])
    const end = site.clock - 5 * MINUTE_MS
    await addShift(site.api, machine.workCenterId, { start: end - 25 * HOUR_MS, hours: 25 })
    await askForResets(deps())
    const { rows } = await pool.query('select shift_end_at::text as at from counter_reset where device_id = $1', [machine.deviceId])
    assert.deepEqual(rows, [{ at: String(end) }])
  })

  test('a work center without a device and a foreign one are refused', async () => {
    const bare = await addMachine(site.api.database, ACME)
    await site.api.database.pool.query('update device set company_id = null, work_center_id = null where id = $1', [bare.deviceId])
    assert.deepEqual(await site.refused('resetCounter', `workCenterId: ${bare.workCenterId}`, '{ id }'), ['workCenterId: DEVICE_NOT_FOUND'])
    assert.deepEqual(await site.refused('resetCounter', 'workCenterId: 99999', '{ id }'), ['WORK_CENTER_NOT_FOUND'])
  })
})
