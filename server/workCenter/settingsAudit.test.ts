import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'

describe('the audit of a work center’s settings', () => {
  let api: TestApi
  let box: number
  before(async () => {
    api = await startTestApi()
    await addCompany(api.database, ACME)
    box = (await addMachine(api.database, ACME)).workCenterId
  })
  after(() => api.close())

  it('tells what differs, by the names of the fields, and nothing when nothing does', async () => {
    await ok(`mutation { editBox(input: { id: ${box}, voltage: 400, cosPhi: 0.9 }) { id } }`)
    await ok(`mutation { editBox(input: { id: ${box}, voltage: 400 }) { id } }`)
    await ok(`mutation { updateOeeSettings(input: { workCenterId: ${box}, targetOee: 85 }) { version } }`)
    await ok(`mutation { updateOutputSettings(input: { workCenterId: ${box}, rejectionAmount: 3 }) { version } }`)
    assert.deepEqual(await told(), [
      { before: { rejectionAmount: null }, after: { rejectionAmount: 3 } },
      { before: { targetOee: null }, after: { targetOee: 85 } },
      { before: { cosPhi: null, voltage: null }, after: { cosPhi: 0.9, voltage: 400 } },
    ])
  })

  it('tells what of the device was changed, and a move to a group once, as a move', async () => {
    const earlier = (await told()).length
    const { workCenter } = await ok(`{ workCenter(id: ${box}) { deviceId } }`)
    const { deviceId } = workCenter as { deviceId: string }
    await ok(`mutation { updateDevice(deviceId: "${deviceId}", acceptDaysBack: 9) { id } }`)
    const { createWorkCenterGroup } = await ok(`mutation { createWorkCenterGroup(name: "Hall", color: "#2E6FDB") { id } }`)
    const { id: groupId } = createWorkCenterGroup as { id: number }
    await ok(`mutation { updateWorkCenterGroupMembership(workCenterId: ${box}, groupId: ${groupId}) { id } }`)
    const entries = await told()
    assert.equal(entries.length, earlier + 1)
    assert.deepEqual(entries[0]?.after, { acceptDaysBack: 9 })
  })

  it('takes a machine that is older than the clocks of computers, and tells it', async () => {
    await ok(`mutation { editBox(input: { id: ${box}, launchDate: "1958-03-01" }) { launchDate } }`)
    assert.deepEqual((await told())[0]?.after, { launchDate: '1958-03-01' })
    const { errors } = await api.ask(`mutation { editBox(input: { id: ${box}, launchDate: "0058-03-01" }) { id } }`)
    assert.match(errors[0]?.message ?? '', /from 1900/)
  })

  it('refuses a change of the device by whoever did not see the one before it', async () => {
    const { workCenter } = await ok(`{ workCenter(id: ${box}) { deviceId version } }`)
    const { deviceId, version } = workCenter as { deviceId: string; version: number }
    const change = (days: number) =>
      `mutation { updateDevice(deviceId: "${deviceId}", acceptDaysBack: ${days}, version: ${version}) { version } }`
    assert.deepEqual(await ok(change(10)), { updateDevice: { version: version + 1 } })
    const { errors } = await api.ask(change(11))
    assert.equal(errors[0]?.extensions.code, 'CONFLICT')
    assert.deepEqual(await ok(`{ workCenter(id: ${box}) { device { acceptDaysBack } } }`), {
      workCenter: { device: { acceptDaysBack: 10 } },
    })
  })

  type Change = { readonly before: object; readonly after: object }

  async function told(): Promise<readonly Change[]> {
    const { auditLog } = await ok('{ auditLog(filter: { action: "UPDATE_WORK_CENTER" }) { items { details } } }')
    const { items } = auditLog as { items: readonly { details: string }[] }
    return items.map(({ details }) => {
      const { workCenterId, before: old, after: next } = JSON.parse(details) as Change & { workCenterId: number }
      assert.equal(workCenterId, box)
      return { before: old, after: next }
    })
  }

  async function ok(query: string): Promise<Readonly<Record<string, unknown>>> {
    const { errors, data } = await api.ask(query)
    assert.deepEqual(errors, [])
    return data
  }
})
