import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { ACME } from '#server/graphql/testing.ts'
import { codesOf, startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'
import { DOUBLE_KEY } from '#server/testing/odooDouble.ts'
import { sealSecrets } from './integrationDeps.ts'
import type { Integration } from './integration.store.ts'

type Secrets = Integration['secrets']

describe('the key of an Odoo that is renewed before it ends', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(async () => {
    await world.reset()
    world.odoo.moveTo(20)
    await world.query(`delete from audit_log where action = 'UPDATE_INTEGRATION'`)
  })

  const dayIn = (days: number) => new Date(world.clock.now + days * DAY_MS).toISOString().slice(0, 10)
  const save = async (id: string, more: string) => {
    const input = world.input().replace('{ service', `{ id: "${id}", ${more}, service`)
    return await world.ask(`mutation { createOrUpdateIntegration(input: ${input}) { renewsKey } }`)
  }
  const renewing = async (days: number) => {
    const id = await world.connected()
    assert.deepEqual((await save(id, `keyEndsOn: "${dayIn(days)}", renewsKey: true`)).data, {
      createOrUpdateIntegration: { renewsKey: true },
    })
    return id
  }
  const shown = async () => {
    const answer = await world.ask('{ integrations { status keyEndsOn keyError { code } error { code } secretsSet { name } } }')
    return (answer.data['integrations'] as readonly object[])[0]
  }
  const keys = () => [...world.odoo.keys].toSorted()
  const fine = { status: 'CONNECTED', keyError: null, error: null, secretsSet: [{ name: 'apiKey' }] }

  it('is made by the old one, tried, stored, and then the old one is revoked; the runs go on with it', async () => {
    const id = await renewing(22)
    await world.work(id)
    assert.deepEqual([keys(), await shown()], [[DOUBLE_KEY], { ...fine, keyEndsOn: dayIn(22) }])
    world.clock.now += DAY_MS
    world.odoo.calls.length = 0
    await world.work(id)
    const [made] = keys()
    assert.match(made ?? '', /^made-key-/)
    assert.equal(keys().length, 1)
    assert.deepEqual(await shown(), { ...fine, keyEndsOn: dayIn(89) })
    const asked = world.odoo.calls.filter((call) => call.startsWith('res.users') || call === 'mrp.workcenter.fields_get')
    assert.equal(asked.indexOf('res.users.apikeys.generate') < asked.lastIndexOf('mrp.workcenter.fields_get'), true)
    assert.equal(asked.filter((call) => call.startsWith('res.users')).join(), 'res.users.apikeys.generate,res.users.apikeys.revoke')
    // What is stored of it is neither key in clear, and nobody is named who did it.
    const [row] = await world.query<{ secrets: Record<string, { sealed: string }> }>('select secrets from integration')
    assert.deepEqual(Object.keys(row?.secrets ?? {}), ['apiKey'])
    assert.equal(JSON.stringify(row).includes('made-key'), false)
    const audited = await world.query<{ user_id: string | null }>(
      `select user_id, details from audit_log where details ->> 'event' = 'KEY_RENEWED'`,
    )
    assert.deepEqual(audited, [{ user_id: null, details: { event: 'KEY_RENEWED', secrets: ['apiKey'] } }])
    world.clock.now += DAY_MS
    await world.work(id)
    assert.deepEqual([(await world.state(id))?.status, keys()], ['CONNECTED', [made]])
  })

  it('stays as it is where the user may not make keys, or has too many; that is told, tried again the next day, and stops no run', async () => {
    for (const [allowed, code] of [
      ['NO', 'INTEGRATION_KEY_RIGHTS'],
      ['NO_ROOM', 'INTEGRATION_ANSWERED'],
    ] as const) {
      await world.reset()
      world.odoo.moveTo(20)
      const id = await renewing(14)
      world.odoo.allowKeys(allowed)
      world.odoo.calls.length = 0
      await world.work(id)
      const end = dayIn(14)
      assert.deepEqual([keys(), await shown()], [[DOUBLE_KEY], { ...fine, keyEndsOn: end, keyError: { code } }])
      const runs = (await world.state(id))?.runs
      world.clock.now += HOUR_MS
      await world.work(id)
      assert.equal((await world.state(id))?.runs, (runs ?? 0) + 1)
      const tries = () => world.odoo.calls.filter((call) => call === 'res.users.apikeys.generate').length
      assert.equal(tries(), 1)
      world.odoo.allowKeys('YES')
      world.clock.now += DAY_MS
      await world.work(id)
      assert.equal(tries(), 2)
      assert.deepEqual(await shown(), { ...fine, keyEndsOn: dayIn(89) })
    }
  })

  it('is given back where it does not open what the old one does', async () => {
    const id = await renewing(10)
    // The version, three models, the making; then the new key is tried.
    world.odoo.trap('PASS', 'PASS', 'PASS', 'PASS', 'HTML_502')
    await world.work(id)
    assert.deepEqual([keys(), await shown()], [[DOUBLE_KEY], { ...fine, keyEndsOn: dayIn(10), keyError: { code: 'INTEGRATION_NOT_JSON' } }])
  })

  it('leaves an old one that could not be revoked for the next day', async () => {
    const id = await renewing(10)
    world.odoo.trap('PASS', 'PASS', 'PASS', 'PASS', 'PASS', 'PASS', 'PASS', 'PASS', 'PASS', 'PASS', 'HTML_502')
    await world.work(id)
    assert.equal(keys().length, 2)
    assert.deepEqual(await shown(), { ...fine, keyEndsOn: dayIn(89) })
    world.clock.now += HOUR_MS
    await world.work(id)
    assert.equal(keys().length, 2)
    world.clock.now += DAY_MS
    await world.work(id)
    assert.equal(keys().length, 1)
    assert.notEqual(keys()[0], DOUBLE_KEY)
  })

  /** Renews the key, and leaves the one before it as it cannot be revoked. */
  const leaveFormer = async () => {
    const id = await renewing(10)
    world.odoo.trap(...Array.from({ length: 10 }, () => 'PASS' as const), 'HTML_502')
    await world.work(id)
    assert.equal(keys().length, 2)
    return id
  }

  it('is not revoked where somebody enters the old one again', async () => {
    const id = await leaveFormer()
    assert.deepEqual((await save(id, `keyEndsOn: "${dayIn(60)}", renewsKey: true`)).errors, [])
    world.clock.now += DAY_MS
    await world.work(id)
    assert.equal(keys().includes(DOUBLE_KEY), true)
    assert.equal((await world.state(id))?.status, 'CONNECTED')
    const [row] = await world.query<{ secrets: object }>('select secrets from integration')
    assert.deepEqual(Object.keys(row?.secrets ?? {}), ['apiKey'])
  })

  it('is kept as the one before where another one became that while the first was revoked', async () => {
    const id = await leaveFormer()
    const secretsOf = async () => (await world.query<{ secrets: Secrets }>('select secrets from integration'))[0]?.secrets ?? {}
    const held = await secretsOf()
    const at = new Date(world.clock.now)
    const replaced = sealSecrets(world.deps.database.vault, { companyId: ACME, id, at }, held, { formerKey: 'another' })
    world.odoo.beforeRevoking(async () => {
      await world.query('update integration set secrets = $1', [replaced])
    })
    world.clock.now += DAY_MS
    await world.work(id)
    assert.equal((await secretsOf()).formerKey?.sealed, replaced.formerKey?.sealed)
    assert.ok(replaced.formerKey)
  })

  it('has the old one revoked also where no key is renewed any more', async () => {
    const id = await leaveFormer()
    const input = world.input().replace('{ service', `{ id: "${id}", keyEndsOn: "${dayIn(60)}", service`)
    const kept = input.replace(/secrets: .*\]/, 'secrets: []')
    assert.deepEqual((await world.ask(`mutation { createOrUpdateIntegration(input: ${kept}) { renewsKey } }`)).errors, [])
    world.clock.now += DAY_MS
    await world.work(id)
    assert.equal(keys().length, 1)
    assert.notEqual(keys()[0], DOUBLE_KEY)
  })

  it('is not tried again, and what was wrong with it stays told, where something else is saved', async () => {
    const id = await renewing(14)
    world.odoo.allowKeys('NO')
    world.odoo.calls.length = 0
    await world.work(id)
    assert.deepEqual((await save(id, `keyEndsOn: "${dayIn(14)}", renewsKey: true`)).errors, [])
    assert.deepEqual(await shown(), { ...fine, keyEndsOn: dayIn(14), keyError: { code: 'INTEGRATION_KEY_RIGHTS' } })
    world.clock.now += HOUR_MS
    await world.work(id)
    assert.equal(world.odoo.calls.filter((call) => call === 'res.users.apikeys.generate').length, 1)
  })

  it('is left alone unless that is asked for, and asks for the day of its end', async () => {
    const id = await world.connected()
    assert.deepEqual((await save(id, `keyEndsOn: "${dayIn(5)}"`)).errors, [])
    await world.work(id)
    assert.deepEqual(keys(), [DOUBLE_KEY])
    const refused = await save(id, 'renewsKey: true')
    assert.equal(codesOf(refused), 'REQUIRED')
    assert.equal(refused.errors[0]?.extensions.field, 'keyEndsOn')
  })

  it('is told as not renewable by an Odoo that does not know how', async () => {
    world.odoo.moveTo(18)
    const id = await renewing(5)
    await world.work(id)
    assert.deepEqual([keys(), await shown()], [[DOUBLE_KEY], { ...fine, keyEndsOn: dayIn(5), keyError: { code: 'INTEGRATION_ANSWERED' } }])
  })
})
