import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Caller } from '#server/access/caller.ts'
import { registerChecklistFiles } from '#server/checklist/checklistFileRoutes.ts'
import { seedChecklist } from '#server/checklist/testing.ts'
import { listCompaniesAtWork } from '#server/checklist/occurrence.store.ts'
import { loadConfig } from '#server/config.ts'
import { ACME, seedDevice, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { createApp } from '#server/http/app.ts'
import { createLog } from '#server/log.ts'

type Row = { readonly id: string; readonly marker: string; readonly activated: boolean }

describe('the store of extensions', () => {
  let api: TestApi

  before(async () => {
    api = await startTestApi()
    const device = await seedDevice(api.database, 'qe-322z')
    const { data } = await api.ask(`mutation { addBox(guid: "${device}", code: "QE-322z", name: "Press 1") { id } }`)
    await seedChecklist(api, (data['addBox'] as { readonly id: number }).id)
  })
  after(() => api.close())

  const codeOf = ({ errors }: Answer) => errors[0]?.extensions.code ?? null
  const list = async (as: 'ADMIN' | 'OPERATOR' | 'GUEST' = 'ADMIN') => {
    const { data, errors } = await api.ask('{ extensions { id name marker activated } }', { as })
    assert.deepEqual(errors, [])
    return data['extensions'] as readonly Row[]
  }
  const turn = (verb: 'activate' | 'deactivate', id: string, as: 'ADMIN' | 'USER' = 'ADMIN') =>
    api.ask(`mutation { ${verb}Extension(id: "${id}") { id activated } }`, { as })
  const atWork = () => api.database.inSystem(listCompaniesAtWork)
  const subjects = async () => {
    const { data } = await api.ask('{ userAbilities { subject } }')
    return new Set((data['userAbilities'] as readonly { readonly subject: string }[]).map(({ subject }) => subject))
  }

  it('has what is there on at first, what is coming off, for every role', async () => {
    const first = await list()
    assert.deepEqual(
      first.map(({ id, activated }) => [id, activated]),
      [
        ['CHECKLISTS', true],
        ['INTEGRATIONS', true],
        ['WEBHOOKS', true],
        ['ASSISTANT', true],
        ['ENERGY', true],
        ['EDGE', false],
      ],
    )
    assert.deepEqual(await list('GUEST'), first)
  })

  it('switched off: each operation is refused, the right is gone, its jobs rest; on again all is as before', async () => {
    assert.deepEqual(await atWork(), [ACME])
    const before = await api.ask('{ checklists { id name } }')
    assert.deepEqual((await turn('deactivate', 'CHECKLISTS')).data['deactivateExtension'], { id: 'CHECKLISTS', activated: false })
    const refused = await api.ask('{ checklists { id } }')
    assert.deepEqual(refused.errors[0]?.extensions, { code: 'EXTENSION_OFF', params: { extension: 'CHECKLISTS' } })
    assert.equal(codeOf(await api.ask('mutation { deleteChecklist(id: 1) { id } }')), 'EXTENSION_OFF')
    assert.ok(!(await subjects()).has('CHECKLISTS'))
    assert.deepEqual(await atWork(), [])
    assert.equal(codeOf(await api.ask('{ integrations { id } }')), null)
    await turn('activate', 'CHECKLISTS')
    assert.deepEqual((await api.ask('{ checklists { id name } }')).data, before.data)
    assert.ok((await subjects()).has('CHECKLISTS'))
    assert.deepEqual(await atWork(), [ACME])
  })

  it('switched off takes and shows no files of checklists', async () => {
    const parts = {
      config: loadConfig({}),
      log: createLog('silent'),
      versions: { product: '', postgres: '', schema: '' },
      parts: new Map(),
    }
    const app = await createApp(parts)
    const membership = { companyId: ACME, companyName: '', companyPhotoUrl: null, userId: api.users.ADMIN, role: 'ADMIN' as const }
    const caller: Caller = {
      principal: { userId: api.users.ADMIN, companyId: ACME },
      membership: { ...membership, isStation: false, sort: 0, expiresOn: null },
      authLevel: 'PROVEN',
      language: 'en',
    }
    registerChecklistFiles(app, { database: api.database, findCaller: () => Promise.resolve(caller) })
    const url = '/api/checklist-files/0198f7c2-7d6e-7cc3-98c4-dc0c0c073990'
    const send = () => app.inject({ method: 'PUT', url: `${url}?name=a.pdf`, payload: '%PDF-1.7\n%%EOF' })
    const codes = async () =>
      [await app.inject({ url }), await send()].map((answer) => answer.json<{ error?: { code: string } }>().error?.code)
    await turn('deactivate', 'CHECKLISTS')
    assert.deepEqual(await codes(), ['EXTENSION_OFF', 'EXTENSION_OFF'])
    await turn('activate', 'CHECKLISTS')
    assert.deepEqual(await codes(), ['ATTACHMENT_NOT_FOUND', undefined])
    await app.close()
  })

  it('switched off has no costs of energy, and the figures of a machine stay', async () => {
    await turn('deactivate', 'ENERGY')
    const day = 'period: { start: "2026-11-23T00:00:00Z", end: "2026-11-24T00:00:00Z" }'
    for (const asked of [`energyCosts(${day}, splitBy: WORK_CENTER) { cost }`, 'energyTariffs { currency }'])
      assert.equal(codeOf(await api.ask(`{ ${asked} }`)), 'EXTENSION_OFF', asked)
    for (const asked of ['print', 'send'])
      assert.equal(
        codeOf(await api.ask(`mutation { ${asked}EnergyReport(periodStart: "2026-11-23T00:00:00Z") { success } }`)),
        'EXTENSION_OFF',
        asked,
      )
    assert.equal(codeOf(await api.ask('mutation { deleteEnergyTariff(validFrom: "2026-01-01") { currency } }')), 'EXTENSION_OFF')
    const { data } = await api.ask('{ workCenters { id } }')
    const [place] = data['workCenters'] as readonly { readonly id: number }[]
    assert.equal(codeOf(await api.ask(`{ energyStat(workCenterId: ${place?.id}, ${day}) { energyConsumption } }`)), null)
    await turn('activate', 'ENERGY')
    assert.equal(codeOf(await api.ask('{ energyTariffs { currency } }')), null)
  })

  it('is of one company alone', async () => {
    await turn('deactivate', 'ASSISTANT')
    assert.equal(codeOf(await api.ask('{ ask(question: "top losses") { kind } }')), 'EXTENSION_OFF')
    assert.equal(codeOf(await api.ask('{ ask(question: "top losses") { kind } }', { as: api.stranger, company: 'OTHER' })), null)
    await turn('activate', 'ASSISTANT')
  })

  it('tells the audit log who switched what, once', async () => {
    const read = () => api.ask('{ auditLog(size: 100) { items { action subject user { id } } } }')
    const before = ((await read()).data['auditLog'] as { readonly items: readonly unknown[] }).items.length
    await turn('deactivate', 'INTEGRATIONS')
    await turn('deactivate', 'INTEGRATIONS')
    const { items } = (await read()).data['auditLog'] as { readonly items: readonly object[] }
    assert.equal(items.length, before + 1)
    assert.deepEqual(items[0], { action: 'DEACTIVATE_EXTENSION', subject: 'INTEGRATIONS', user: { id: api.users.ADMIN } })
    await turn('activate', 'INTEGRATIONS')
  })

  it('refuses what is not there yet, what the store does not have, and who may not', async () => {
    assert.equal(codeOf(await turn('activate', 'EDGE')), 'EXTENSION_COMING')
    assert.equal(codeOf(await turn('activate', 'x')), 'EXTENSION_NOT_FOUND')
    assert.equal(codeOf(await turn('deactivate', 'CHECKLISTS', 'USER')), 'FORBIDDEN')
  })
})
