import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PRESET_REASONS } from '#server/company/presetReasons.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addCompany } from '#server/testing/testMachines.ts'

type Row = Readonly<Record<string, unknown>>

describe('the starter set of reasons', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
    await addCompany(api.database, ACME)
    await api.database.pool.query('delete from loss_reason where company_id = $1', [ACME])
  })
  after(() => api.close())

  it('is what the company has no reason of, by any of its names in any language', async () => {
    assert.equal((await missing()).length, PRESET_REASONS.length)
    await ok('createLossReason(input: { name: "brak materiału" }) { id }')
    await ok('createLossReason(input: { name: "Mine", translations: [{ languageId: 2, name: "Поломка" }] }) { id }')
    const left = await missing()
    assert.ok(!left.includes('No material') && !left.includes('Breakdown'))
    assert.equal(left.length, PRESET_REASONS.length - 2)
  })

  it('makes the chosen ones, then the rest, in the order of the set, each named in six languages', async () => {
    await ok('importLossReasonPresets(keys: ["Setup", "Cleaning"]) { id }')
    assert.equal((await missing()).length, PRESET_REASONS.length - 4)
    await Promise.all([ok('importLossReasonPresets { id }'), ok('importLossReasonPresets { id }')])
    assert.deepEqual(await missing(), [])
    const { data } = await api.ask('{ lossReasons { originalName isDefaultPlanned translations { name } } }')
    const reasons = data['lossReasons'] as readonly Row[]
    assert.equal(reasons.length, PRESET_REASONS.length)
    const names = reasons.map((one) => String(one['originalName']))
    assert.deepEqual(names.slice(0, 4), ['brak materiału', 'Mine', 'Setup', 'Cleaning'])
    const others = PRESET_REASONS.map(({ names: { en } }) => en).filter(
      (en) => !['No material', 'Breakdown', 'Setup', 'Cleaning'].includes(en),
    )
    assert.deepEqual(names.slice(4), others)
    for (const reason of reasons.slice(2))
      assert.equal((reason['translations'] as readonly unknown[]).length, 6, String(reason['originalName']))
    assert.deepEqual(
      reasons.filter((one) => one['isDefaultPlanned'] === true).map((one) => one['originalName']),
      ['Lunch or break'],
    )
  })

  it('leaves the reason that classifies scheduled losses as the company chose it', async () => {
    await ok('createLossReason(input: { name: "Own default", type: PLANNED, isDefaultPlanned: true }) { id }')
    await api.database.pool.query(`update loss_reason set deleted_on = now() where company_id = $1 and name = 'Lunch or break'`, [ACME])
    await ok('importLossReasonPresets { id }')
    const { data } = await api.ask('{ lossReasons { originalName isDefaultPlanned } }')
    assert.deepEqual(
      (data['lossReasons'] as readonly Row[]).filter((one) => one['isDefaultPlanned'] === true).map((one) => one['originalName']),
      ['Own default'],
    )
  })

  it('refuses a key that is none', async () => {
    const { errors } = await api.ask('mutation { importLossReasonPresets(keys: ["Setup", "Nonsense"]) { id } }')
    assert.deepEqual(errors[0]?.extensions, { code: 'LOSS_REASON_NOT_FOUND', field: 'keys', params: { id: 'Nonsense' } })
  })

  async function missing(): Promise<readonly unknown[]> {
    const { data, errors } = await api.ask('{ missingLossReasonPresets { key name } }')
    assert.deepEqual(errors, [])
    return (data['missingLossReasonPresets'] as readonly Row[]).map((one) => one['key'])
  }

  async function ok(text: string): Promise<void> {
    assert.deepEqual((await api.ask(`mutation { ${text} }`)).errors, [], text)
  }
})
