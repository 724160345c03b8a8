import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { createDeviceCode } from '#server/device/device.service.ts'
import { insertDevice } from '#server/device/device.store.ts'
import { asId } from '#engine/ids.ts'
import type { DeviceId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'

const START = Date.UTC(2026, 4, 4, 9)
const codeOf = (answer: Answer) => answer.errors[0]?.extensions.code

describe('claiming a device by its code', () => {
  let api: TestApi
  let now = START
  before(async () => {
    api = await startTestApi({ now: () => now })
  })
  after(() => api.close())

  async function newDevice(): Promise<{ readonly id: DeviceId; readonly code: string }> {
    const id = asId<DeviceId>(crypto.randomUUID())
    const code = createDeviceCode()
    await api.database.inSystem((tx) =>
      insertDevice(tx, { id, code, partition: 0, reportMode: 'PERIODIC', nominalPeriodMs: 1000, secretHash: 'x' }),
    )
    return { id, code }
  }
  const claim = (code: string, options: Parameters<TestApi['ask']>[1] = {}) =>
    api.ask('mutation ($code: String) { addBox(code: $code) { id deviceId name } }', { ...options, variables: { code } })
  const log = async (action: string) => {
    const { data } = await api.ask(`{ auditLog(filter: { action: "${action}" }) { items { subject details } } }`)
    return (data['auditLog'] as { readonly items: readonly { readonly subject: string; readonly details: string }[] }).items
  }

  it('finds the device however the code is typed, and says in the log who added and deleted the work center', async () => {
    const device = await newDevice()
    const added = await claim(device.code.toUpperCase().replace('-', ' '))
    const box = added.data['addBox'] as { readonly id: number; readonly deviceId: string; readonly name: string }
    assert.deepEqual([box.deviceId, box.name], [device.id, device.code])
    assert.equal((await log('ADD_WORK_CENTER'))[0]?.subject, `work center ${device.code}`)
    const erase = () => api.ask(`mutation { deleteBox(boxId: ${box.id}) { id } }`)
    const both = await Promise.all([erase(), erase()])
    assert.deepEqual(both.map((answer) => codeOf(answer) ?? 'ok').toSorted(), ['WORK_CENTER_ARCHIVED', 'ok'])
    assert.equal((await log('DELETE_WORK_CENTER')).length, 1)
  })

  it('answers alike for a code that nobody printed and for one of another company, and wants one at all', async () => {
    const device = await newDevice()
    assert.equal(codeOf(await claim(device.code, { as: api.stranger, company: 'OTHER' })), undefined)
    const [theirs, none] = [await claim(device.code), await claim('zz-0000')]
    assert.deepEqual(theirs.errors[0]?.extensions, none.errors[0]?.extensions)
    assert.equal(codeOf(none), 'DEVICE_NOT_FOUND')
    assert.equal(codeOf(await claim('  ')), 'REQUIRED')
    assert.ok((await log('TRY_TO_ADD_WORK_CENTER')).length >= 2)
  })

  it('takes any text for a wrong code, and keeps in the log that it was tried', async () => {
    const before = (await log('TRY_TO_ADD_WORK_CENTER')).length
    // Cut in the middle of a sign, a sign that no text of the database holds, and half of one.
    for (const text of [`${'x'.repeat(39)}😀`, 'qe\u0000322z', 'qe-\uD83D']) assert.equal(codeOf(await claim(text)), 'DEVICE_NOT_FOUND')
    assert.equal((await log('TRY_TO_ADD_WORK_CENTER')).length, before + 3)
  })

  it('lets nobody try on: ten wrong codes within an hour, then a right one has to wait, also when many are sent at once', async () => {
    now += 2 * HOUR_MS
    const device = await newDevice()
    const wrong = await Promise.all(Array.from({ length: 14 }, (_none, at) => claim(`zy-00${10 + at}`)))
    assert.deepEqual(wrong.map((answer) => codeOf(answer) ?? 'ok').toSorted(), [
      ...Array.from({ length: 10 }, () => 'DEVICE_NOT_FOUND'),
      ...Array.from({ length: 4 }, () => 'TOO_MANY_REQUESTS'),
    ])
    const refused = await claim(device.code)
    assert.equal(codeOf(refused), 'TOO_MANY_REQUESTS')
    assert.ok(Number(refused.errors[0]?.extensions.params?.['retryAfter']) > 0)
    assert.equal(codeOf(await claim(device.code, { as: api.stranger, company: 'OTHER' })), undefined)
    now += HOUR_MS
    assert.equal(codeOf(await claim((await newDevice()).code)), undefined)
  })

  it('counts no attempt that added a work center', async () => {
    now += 2 * HOUR_MS
    for (let count = 0; count < 12; count++) assert.equal(codeOf(await claim((await newDevice()).code)), undefined)
  })
})
