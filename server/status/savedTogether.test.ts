import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'

type Rule = { readonly id: number; readonly name: string; readonly version: number }

const SAVE = `mutation ($box: Int!, $rules: [StatusRuleInput!]!, $ids: [Int!]!) {
  saveStates(workCenterId: $box, rules: $rules, archivedIds: $ids) { id name version } }`

describe('statuses that are saved together', () => {
  let api: TestApi
  let press = 0
  let saw = 0
  before(async () => {
    api = await startTestApi()
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into work_center (company_id, name) values ('ACME1', 'Press'), ('ACME1', 'Saw') returning id`,
    )
    press = rows[0]?.id ?? 0
    saw = rows[1]?.id ?? 0
  })
  after(() => api.close())

  const rule = (name: string, more: object = {}) => ({
    workCenterId: press,
    name,
    color: '#2F9E44',
    rangeType: 'MANUAL',
    isEffective: false,
    ...more,
  })
  const save = async (rules: readonly object[], ids: readonly number[] = []) => {
    const { data, errors } = await api.ask(SAVE, { variables: { box: press, rules, ids } })
    const [refused] = errors
    return { saved: (data['saveStates'] ?? []) as readonly Rule[], refused: refused?.extensions }
  }
  const stored = async () => {
    const { data } = await api.ask(`{ statusRules(workCenterId: ${press}) { id name version } }`)
    return data['statusRules'] as readonly Rule[]
  }

  it('change each rule once, of the work center that is named, and nothing where one of them does not', async () => {
    const { saved } = await save([rule('Cleaning'), rule('Repair')])
    const [cleaning, repair] = saved.map(({ id }) => id)
    const before = await stored()
    const refusals = [
      await save([rule('First', { id: cleaning }), rule('Second', { id: cleaning })]),
      await save([rule('First', { id: cleaning })], [cleaning ?? 0]),
      await save([rule('Third'), rule('Fourth', { workCenterId: saw })]),
    ]
    assert.deepEqual(
      refusals.map(({ refused }) => refused),
      [
        { code: 'NOT_UNIQUE', field: 'rules.1.id', params: { value: cleaning } },
        { code: 'NOT_UNIQUE', field: 'rules.0.id', params: { value: cleaning } },
        { code: 'WORK_CENTER_NOT_FOUND', field: 'rules.1.workCenterId', params: { id: saw } },
      ],
    )
    assert.deepEqual(await stored(), before)
    const twice = await save([], [repair ?? 0, repair ?? 0])
    assert.equal(twice.refused, undefined)
    const versions = (rules: readonly Rule[]) => rules.find(({ id }) => id === repair)?.version
    assert.equal(versions(await stored()), (versions(before) ?? 0) + 1)
  })
})
