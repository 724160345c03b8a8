import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'

type Values = Readonly<Record<string, unknown>>
type Entry = {
  readonly action: string
  readonly subject: string
  readonly details: { readonly before: Values | null; readonly after: Values | null }
}

describe('the audit of loss reasons, their groups and the rules of OEE', () => {
  let api: TestApi
  let box: number
  before(async () => {
    api = await startTestApi()
    await addCompany(api.database, ACME)
    box = (await addMachine(api.database, ACME)).workCenterId
  })
  after(() => api.close())

  it('tells a new, a changed and a deleted reason, with the names of its group and places, and nothing when nothing differs', async () => {
    const groupId = await idOf('createLossReasonGroup', '(input: { name: "Waiting", color: "#2E6FDB" }) { id }')
    const id = await idOf(
      'createLossReason',
      `(input: { name: "No crane", groupId: ${groupId}, hasMaximumAllowedDuration: true, maximumAllowedDuration: 5,
        linkType: WORK_CENTER, links: [{ workCenterId: ${box} }] }) { id }`,
    )
    const change = `updateLossReason(input: { id: ${id}, name: "No crane", type: PLANNED }) { id }`
    await ok(change)
    await ok(change)
    await ok(`deleteLossReason(id: ${id}) { id }`)
    const [deleted, changed, made, ...older] = await told()
    assert.deepEqual(older.map(nameOf), ['CREATE_LOSS_REASON_GROUP reason group Waiting'])
    assert.deepEqual([made, changed, deleted].map(nameOf), [
      'CREATE_LOSS_REASON loss reason No crane',
      'UPDATE_LOSS_REASON loss reason No crane',
      'DELETE_LOSS_REASON loss reason No crane',
    ])
    assert.equal(made?.details.before, null)
    const { name, group, maximumAllowedDuration, workCenterIds } = made?.details.after ?? {}
    assert.deepEqual(
      { name, group, maximumAllowedDuration, workCenterIds },
      {
        name: 'No crane',
        group: 'Waiting',
        maximumAllowedDuration: '5 min',
        workCenterIds: [box],
      },
    )
    assert.deepEqual([changed?.details.before, changed?.details.after], [{ type: 'UNPLANNED' }, { type: 'PLANNED' }])
    assert.deepEqual([deleted?.details.before?.['type'], deleted?.details.after], ['PLANNED', null])
  })

  it('tells a renamed and a deleted group under the name that it had', async () => {
    const id = await idOf('createLossReasonGroup', '(input: { name: "People", color: "#2E6FDB" }) { id }')
    await ok(`updateLossReasonGroup(input: { id: ${id}, name: "Crew", color: "#2E6FDB" }) { id }`)
    await ok(`deleteLossReasonGroup(id: ${id}) { id }`)
    const [deleted, changed] = await told()
    assert.deepEqual([changed, deleted].map(nameOf), [
      'UPDATE_LOSS_REASON_GROUP reason group People',
      'DELETE_LOSS_REASON_GROUP reason group Crew',
    ])
    assert.deepEqual([changed?.details.before, changed?.details.after], [{ name: 'People' }, { name: 'Crew' }])
  })

  it('tells another rule of OEE once', async () => {
    await ok('updateOeePolicy(input: { capPerformance: true }) { capPerformance }')
    await ok('updateOeePolicy(input: { capPerformance: true }) { capPerformance }')
    const entries = (await told()).filter(({ action }) => action === 'UPDATE_OEE_POLICY')
    assert.deepEqual(
      entries.map(({ subject, details }) => [subject, details.before, details.after]),
      [['company', { capPerformance: false }, { capPerformance: true }]],
    )
  })

  it('gives no two reasons one name, also of those who ask at once; a deleted one leaves its name', async () => {
    const create = (name: string) => api.ask(`mutation { createLossReason(input: { name: "${name}" }) { id } }`)
    const answers = await Promise.all([create('Jam'), create(' JAM '), create('jam')])
    const refused = answers.flatMap(({ errors }) => errors.map(({ extensions }) => `${extensions.code} ${extensions.field}`))
    assert.deepEqual(refused, ['NOT_UNIQUE name', 'NOT_UNIQUE name'])
    const id = Number(answers.flatMap(({ data }) => (data['createLossReason'] as Values | undefined)?.['id'] ?? [])[0])
    await ok(`updateLossReason(input: { id: ${id}, name: "Jam" }) { id }`)
    const other = await idOf('createLossReason', '(input: { name: "Stuck" }) { id }')
    const { errors } = await api.ask(`mutation { updateLossReason(input: { id: ${other}, name: "jam" }) { id } }`)
    assert.equal(errors[0]?.extensions.code, 'NOT_UNIQUE')
    await ok(`deleteLossReason(id: ${id}) { id }`)
    await ok(`updateLossReason(input: { id: ${other}, name: "Jam" }) { id }`)
  })

  const nameOf = (entry: Entry | undefined) => `${entry?.action} ${entry?.subject}`

  async function told(): Promise<readonly Entry[]> {
    const { errors, data } = await api.ask('{ auditLog { items { action subject details } } }')
    assert.deepEqual(errors, [])
    const { items } = data['auditLog'] as { readonly items: readonly (Omit<Entry, 'details'> & { readonly details: string })[] }
    return items
      .filter(({ action }) => /LOSS_REASON|OEE/.test(action))
      .map((item) => ({ ...item, details: JSON.parse(item.details) as Entry['details'] }))
  }

  async function ok(text: string): Promise<Values> {
    const { errors, data } = await api.ask(`mutation { ${text} }`)
    assert.deepEqual(errors, [])
    return data
  }

  async function idOf(name: string, rest: string): Promise<number> {
    return Number((((await ok(`${name}${rest}`))[name] ?? {}) as Values)['id'])
  }
})
