import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'

type Change = { readonly before: Readonly<Record<string, unknown>> | null; readonly after: Readonly<Record<string, unknown>> | null }

describe('the audit of statuses, their losses and shifts', () => {
  let api: TestApi
  let box: number
  before(async () => {
    api = await startTestApi()
    await addCompany(api.database, ACME)
    box = (await addMachine(api.database, ACME)).workCenterId
  })
  after(() => api.close())

  it('tells a new, a changed, an archived and a restored status, and nothing when nothing differs', async () => {
    const draft = `workCenterId: ${box}, name: "Washing", color: "#2E6FDB", isEffective: false, rangeType: MANUAL`
    const { createOrUpdateState } = await ok(`mutation { createOrUpdateState(input: { ${draft} }) { id } }`)
    const { id } = createOrUpdateState as { id: number }
    await ok(`mutation { createOrUpdateState(input: { id: ${id}, ${draft.replace('Washing', 'Cleaning')} }) { id } }`)
    await ok(`mutation { createOrUpdateState(input: { id: ${id}, ${draft.replace('Washing', 'Cleaning')} }) { id } }`)
    await ok(`mutation { archiveState(id: ${id}) { id } }`)
    await ok(`mutation { restoreState(id: ${id}) { id } }`)
    const [made] = await told('CREATE_STATUS_RULE')
    assert.equal(made?.before, null)
    assert.equal(made?.after?.['name'], 'Washing')
    assert.deepEqual(await told('UPDATE_STATUS_RULE'), [{ before: { name: 'Washing' }, after: { name: 'Cleaning' } }])
    assert.equal((await told('ARCHIVE_STATUS_RULE')).length, 1)
    assert.equal((await told('RESTORE_STATUS_RULE')).length, 1)
  })

  it('tells the shifts before and after', async () => {
    const shift = (code: string) => `{ code: "${code}", name: "Day", timeStart: "06:00", timeEnd: "18:00" }`
    await ok(`mutation { createOrUpdateShifts(workCenterId: ${box}, input: [${shift('A')}]) { __typename } }`)
    await ok(`mutation { createOrUpdateShifts(workCenterId: ${box}, input: [${shift('B')}]) { __typename } }`)
    const [last] = await told('UPDATE_SHIFT_SCHEDULE')
    assert.deepEqual(last, { before: { shifts: ['A 06:00–18:00 Day'] }, after: { shifts: ['B 06:00–18:00 Day'] } })
  })

  it('tells a change of the source with what became of the statuses, and changes of the days', async () => {
    await ok(`mutation { changeBoxSource(boxId: ${box}, source: CURRENT) { id } }`)
    const [source] = await told('CHANGE_STATUS_SOURCE')
    assert.deepEqual([source?.before?.['statusSource'], source?.after?.['statusSource']], ['POWER', 'CURRENT'])
    await ok(`mutation { saveShiftExceptions(workCenterId: ${box}, input: [{ date: "2026-12-25", isWorking: false }]) { date } }`)
    const { auditLog } = await ok('{ auditLog(filter: { action: "UPDATE_WORKING_DAYS" }) { items { details } } }')
    const [days] = (auditLog as { items: readonly { details: string }[] }).items
    assert.deepEqual((JSON.parse(days?.details ?? '{}') as { holidays?: unknown }).holidays, ['2026-12-25'])
  })

  it('tells what a status takes as its reasons, by the names of the reasons', async () => {
    const { createLossReason } = await ok('mutation { createLossReason(input: { name: "Tool change" }) { id } }')
    const draft = `workCenterId: ${box}, name: "Cutting", color: "#2E6FDB", isEffective: false, rangeType: MANUAL`
    const { createOrUpdateState } = await ok(`mutation { createOrUpdateState(input: { ${draft} }) { id } }`)
    const { id: rule } = createOrUpdateState as { id: number }
    const { id: reasonId } = createLossReason as { id: number }
    const rows = `rows: [{ durationFrom: 0, durationFromMeasurementUnitCode: "min", durationToMeasurementUnitCode: "min", reasonId: ${reasonId} }]`
    const { createLossTrackingRule } = await ok(
      `mutation { createLossTrackingRule(input: { workCenterId: ${box}, statusId: ${rule}, ${rows} }) { id } }`,
    )
    const { id } = createLossTrackingRule as { id: number }
    await ok(`mutation { deleteLossTrackingRule(id: ${id}) { id } }`)
    const [changed] = await told('UPDATE_LOSS_TRACKING_RULE')
    assert.deepEqual(changed?.after?.['rows'], ['0 min – ∞: Tool change'])
    assert.equal((await told('DELETE_LOSS_TRACKING_RULE')).length, 1)
  })

  it('tells a sensor that is added, renamed, deleted and restored, and nothing when nothing differs', async () => {
    const { addSensor } = await ok(`mutation { addSensor(workCenterId: ${box}, type: TEMPERATURE) { id } }`)
    const { id } = addSensor as { id: number }
    await ok(`mutation { updateSensor(id: ${id}, name: "Spindle") { id } }`)
    await ok(`mutation { updateSensor(id: ${id}, name: "Spindle") { id } }`)
    await ok(`mutation { deleteSensor(id: ${id}) { id } }`)
    await ok(`mutation { restoreSensor(id: ${id}) { id } }`)
    assert.deepEqual(await told('UPDATE_SENSOR'), [{ before: { name: null }, after: { name: 'Spindle' } }])
    for (const action of ['ADD_SENSOR', 'DELETE_SENSOR', 'RESTORE_SENSOR']) assert.equal((await told(action)).length, 1, action)
  })

  async function told(action: string): Promise<readonly Change[]> {
    const { auditLog } = await ok(`{ auditLog(filter: { action: "${action}" }) { items { details } } }`)
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
