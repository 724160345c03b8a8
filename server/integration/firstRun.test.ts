import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { Refusal } from '#server/refusal.ts'
import { startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationDeps } from './integrationDeps.ts'
import { runIntegration } from './integrationRun.service.ts'

describe('the first import of an integration', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(() => world.reset())

  const isScheduled = async () => {
    const { data } = await world.ask('{ integrations { isScheduled } }')
    return (data['integrations'] as readonly { readonly isScheduled: boolean }[])[0]?.isScheduled
  }
  const run = async (id: string, kind: 'PREVIEW' | 'RUN', more: Partial<IntegrationDeps> = {}) => {
    const member = { companyId: asId<typeof ACME>(ACME), userId: asId<UserId>(world.api.users.ADMIN), role: 'ADMIN' } as const
    await runIntegration({ ...world.deps, ...more }, { companyId: asId(ACME), id, kind, member, checkToken: null })
  }

  it('starts no schedule where it was refused as a whole', async () => {
    const id = await world.connected('', false)
    await run(id, 'PREVIEW')
    const runImport = async () => {
      throw new Refusal({ code: 'IMPORT_TOO_LARGE' })
    }
    await run(id, 'RUN', { runImport })
    const [last] = await world.query<{ code: string }>(`select error ->> 'code' as code from integration_run where kind = 'RUN'`)
    assert.deepEqual([last?.code, await isScheduled()], ['IMPORT_TOO_LARGE', false])
    await run(id, 'RUN')
    assert.equal(await isScheduled(), true)
  })

  it('is confirmed by no preview of before the last setup, which showed other links', async () => {
    const id = await world.connected('', false)
    await run(id, 'PREVIEW')
    world.clock.now += MINUTE_MS
    await world.setUp(id, '', 'action: IGNORE')
    await run(id, 'RUN')
    assert.equal(await isScheduled(), false)
    await run(id, 'PREVIEW')
    await run(id, 'RUN')
    assert.equal(await isScheduled(), true)
  })
})
