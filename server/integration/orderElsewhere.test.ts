import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { asId } from '#engine/ids.ts'
import { ACME } from '#server/graphql/testing.ts'
import { startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import { nextDate } from '#server/demo/erp/odooModels.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'
import { listUnseen } from './run.store.ts'

type EndedOrder = {
  readonly isGone: boolean
  readonly jobOrder: { readonly id: number; readonly status: string; readonly allowedActions: readonly string[] }
}

describe('an order as the system that it comes from has it', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(() => world.reset())

  const elsewhere = async (code = 'MO/7/71', fields = 'name externalCode externalStatus readOn sends accepted state saidOn') => {
    const [row] = await world.query<{ id: number }>('select id from job_order where external_code = $1', [code])
    const answer = await world.ask(`{ jobOrder(id: ${row?.id}) { elsewhere { ${fields} } } }`)
    assert.deepEqual(answer.errors, [])
    const { elsewhere: found } = answer.data['jobOrder'] as { elsewhere: readonly Record<string, unknown>[] }
    return found
  }
  const shown = async () => {
    const answer = await world.ask('{ integrations { sends lastSentOn lastRun { kind isByHand counts { read created } user { id } } } }')
    return (answer.data['integrations'] as readonly object[])[0]
  }
  const iso = (at: number) => new Date(at).toISOString()

  it('says its number and status there, what goes out, and whether that was heard', async () => {
    const id = await world.connected()
    assert.deepEqual(await shown(), { sends: ['OUTPUT'], lastSentOn: null, lastRun: null })
    await world.work(id)
    const read = iso(world.clock.now)
    const common = { name: 'Odoo', externalCode: 'MO/7/71', externalStatus: 'confirmed', readOn: read, sends: ['OUTPUT'] }
    assert.deepEqual(await elsewhere(), [{ ...common, accepted: 0, state: null, saidOn: null }])
    assert.deepEqual(await shown(), {
      sends: ['OUTPUT'],
      lastSentOn: null,
      lastRun: { kind: 'RUN', isByHand: false, counts: { read: 2, created: 2 }, user: null },
    })
    world.clock.now += MINUTE_MS
    await world.confirm('MO/7/71', 40)
    assert.deepEqual(await elsewhere(), [{ ...common, accepted: 0, state: 'WAITING', saidOn: null }])
    await world.work(id)
    const said = iso(world.clock.now)
    assert.deepEqual(await elsewhere(), [{ ...common, accepted: 40, state: 'SENT', saidOn: said }])
    assert.deepEqual(await elsewhere('MO/8'), [
      { ...common, externalCode: 'MO/8', externalStatus: 'draft', accepted: 0, state: null, saidOn: null },
    ])
    // Somebody sets another figure there: that stands over what was heard before.
    const [production] = world.odoo.data.productions
    assert.ok(production)
    production.made = 55
    world.clock.now += MINUTE_MS
    await world.confirm('MO/7/71', 60)
    await world.work(id)
    assert.deepEqual(await elsewhere(), [{ ...common, accepted: 40, state: 'CONFLICT', saidOn: said }])
    assert.equal(((await shown()) as { lastSentOn: string }).lastSentOn, said)
  })

  it('tells of an order that was deleted there with the full reading of the day, and may be cancelled here', async () => {
    const id = await world.connected()
    await world.work(id)
    const { data } = world.odoo
    data.workOrders = data.workOrders.filter(({ id: one }) => one !== 71)
    data.productions = data.productions.filter(({ id: one }) => one !== 7)
    world.clock.now += 15 * MINUTE_MS
    await world.work(id)
    const ended = async () => {
      const answer = await world.ask(
        '{ integrations { endedOutside { orderCode externalStatus isGone jobOrder { id status allowedActions } } } }',
      )
      const [integration] = answer.data['integrations'] as readonly { readonly endedOutside: readonly EndedOrder[] }[]
      return integration?.endedOutside ?? []
    }
    // Nothing of what changed tells of what is not there.
    assert.deepEqual(await ended(), [])
    world.clock.now += DAY_MS
    await world.work(id)
    const [gone, ...others] = await ended()
    assert.deepEqual(others, [])
    assert.equal(gone?.isGone, true)
    assert.equal(gone.jobOrder.status, 'PLANNED')
    assert.ok(gone.jobOrder.allowedActions.includes('CANCEL'))
    assert.deepEqual(
      (await elsewhere('MO/7/71', 'hasEnded isGone externalStatus')).map((one) => ({ ...one })),
      [{ hasEnded: true, isGone: true, externalStatus: 'confirmed' }],
    )
    const cancelled = await world.ask(`mutation { cancelJobOrder(id: ${gone.jobOrder.id}) { status } }`)
    assert.deepEqual(cancelled.errors, [])
    assert.deepEqual(await ended(), [])
    // Nothing is told of it to a record that is not there.
    await world.confirm('MO/7/71', 5)
    await world.confirm('MO/8', 5)
    assert.deepEqual(
      (await world.messages()).map(({ external }) => external),
      ['mrp.production/8'],
    )
  })

  it('is asked for as it stands there now, whatever its work center, and is nothing where it is not of it', async () => {
    const id = await world.connected()
    await world.work(id)
    world.clock.now += MINUTE_MS
    const orderOf = async (code: string) =>
      (await world.query<{ id: number }>('select id from job_order where external_code = $1', [code]))[0]?.id ?? 0
    const asked = async (orderId: number) => {
      const answer = await world.ask(`{ externalJobOrders(integrationId: "${id}", jobOrderId: ${orderId}) {
        id code externalStatus internalStatus plannedQuantity madeQuantity unit workCenterCode } }`)
      assert.deepEqual(answer.errors, [])
      return answer.data['externalJobOrders']
    }
    const [production] = world.odoo.data.productions
    assert.ok(production)
    Object.assign(production, { quantity: 500, made: 120, state: 'done' })
    Object.assign(world.odoo.data.workOrders[0] ?? {}, { workCenterId: 4, state: 'done' })
    world.odoo.data.workCenters.push({ id: 4, code: false, name: 'Elsewhere' })
    assert.deepEqual(await asked(await orderOf('MO/7/71')), [
      {
        id: 'mrp.workorder/71',
        code: 'MO/7/71',
        externalStatus: 'done',
        internalStatus: 'ENDED',
        plannedQuantity: 500,
        madeQuantity: 120,
        unit: 'Units',
        workCenterCode: '4',
      },
    ])
    world.odoo.data.workOrders = []
    assert.deepEqual(await asked(await orderOf('MO/7/71')), [])
    await world.query('delete from integration_order')
    assert.deepEqual(await asked(await orderOf('MO/7/71')), [])
  })

  it('is told as cancelled here while it is open there, and as open again once it was restored, where that is chosen', async () => {
    const id = await world.connected('sends: [OUTPUT, CANCELLED]')
    await world.work(id)
    const [production] = world.odoo.data.productions
    assert.ok(production)
    const [order] = await world.query<{ id: number }>(`select id from job_order where external_code = 'MO/7/71'`)
    const told = async () =>
      (await world.query<{ told: string }>(`select operation || ' ' || state as told from integration_outbox order by id`)).map(
        (one) => one.told,
      )
    const open = async () => {
      const answer = await world.ask('{ integrations { cancelledHere { orderCode externalStatus } } }')
      assert.deepEqual(answer.errors, [])
      return (answer.data['integrations'] as readonly { readonly cancelledHere: readonly object[] }[])[0]?.cancelledHere
    }
    const act = async (text: string) => assert.deepEqual((await world.ask(`mutation { ${text}(id: ${order?.id}) { status } }`)).errors, [])
    // Taken back before it was heard: it may have been on its way.
    await act('cancelJobOrder')
    assert.deepEqual(await told(), ['CANCELLED WAITING'])
    await act('restoreJobOrder')
    await world.work(id)
    assert.deepEqual(await told(), ['CANCELLED SKIPPED', 'REOPENED SENT'])
    world.clock.now += MINUTE_MS
    await act('cancelJobOrder')
    await world.work(id)
    assert.deepEqual(await told(), ['CANCELLED SKIPPED', 'REOPENED SENT', 'CANCELLED SENT'])
    // Nobody cancels there but its people: they read it in the chatter, and it is shown here until they did.
    assert.equal(production.state, 'confirmed')
    assert.match(world.odoo.data.notes.at(-1)?.body ?? '', /: cancelled here, accepted 0, rejected 0 so far\.$/)
    assert.deepEqual(await open(), [{ orderCode: 'MO/7/71', externalStatus: 'confirmed' }])
    world.clock.now += 15 * MINUTE_MS
    await world.work(id)
    assert.deepEqual(await world.statuses(), ['MO/7/71 CANCELLED', 'MO/8 DRAFT'])
    // The full reading of the day finds out also of one that was deleted there.
    const { data } = world.odoo
    const { workOrders, productions } = data
    data.workOrders = workOrders.filter((one) => one.id !== 71)
    data.productions = productions.filter((one) => one.id !== 7)
    world.clock.now += DAY_MS
    await world.work(id)
    assert.deepEqual(await open(), [])
  })

  it('is not deleted there where it was made anew under another id', async () => {
    const id = await world.connected()
    await world.work(id)
    const order = world.odoo.data.productions.find(({ id: one }) => one === 8)
    assert.ok(order)
    order.id = 80
    world.clock.now += DAY_MS
    const { errors } = await world.ask(`mutation { previewIntegrationRun(integrationId: "${id}") { error { code } } }`)
    assert.deepEqual(errors, [])
    assert.deepEqual(await elsewhere('MO/8', 'hasEnded isGone'), [{ hasEnded: false, isGone: false }])
  })

  it('comes behind the others once it was asked for by its id, though nothing was told of it', async () => {
    const id = await world.connected()
    await world.work(id)
    const unseen = () => world.deps.database.inTenant(asId(ACME), (tenant) => listUnseen(tenant, id, [], new Date(world.clock.now)))
    assert.deepEqual(await unseen(), ['mrp.production/8', 'mrp.workorder/71'])
    // All of it is hidden from its user.
    world.odoo.data.hidden = ['mrp.production/8']
    world.clock.now += DAY_MS
    await world.work(id)
    world.odoo.data.hidden = []
    assert.deepEqual(await elsewhere('MO/8', 'hasEnded isGone'), [{ hasEnded: false, isGone: false }])
    await world.query(`update integration_order set seen_on = $1 where external_id = 'mrp.workorder/71'`, [
      new Date(world.clock.now - HOUR_MS),
    ])
    assert.deepEqual(await unseen(), ['mrp.workorder/71', 'mrp.production/8'])
  })

  it('is read although others cannot be asked for by their ids', async () => {
    const id = await world.connected()
    await world.work(id)
    const { data } = world.odoo
    data.workOrders = data.workOrders.filter(({ id: one }) => one !== 71)
    data.productions = data.productions.map((one) => ({ ...one, ...(one.id === 7 ? { state: 'done' } : { quantity: 60 }) }))
    world.clock.now += DAY_MS
    await world.work(id, {
      outbound: async (request) => {
        const isById = JSON.stringify(request.body ?? '')
          .replaceAll('\\', '')
          .includes('["id","in",[71]]')
        return isById ? { status: 400, headers: {}, body: Buffer.from('{"message": "no"}') } : await world.deps.outbound(request)
      },
    })
    assert.deepEqual(await world.state(id), { status: 'CONNECTED', failures: 0, code: null, runs: 2 })
    const [order] = await world.query<{ planned: number }>(`select plan_output::int as planned from job_order where external_code = 'MO/8'`)
    assert.equal(order?.planned, 60)
  })

  it('is followed to a work center that is not linked, and its end there is told', async () => {
    const id = await world.connected()
    await world.work(id)
    const { data } = world.odoo
    data.workCenters.push({ id: 4, code: 'LASER', name: 'Laser' })
    const work = data.workOrders.find(({ id: one }) => one === 71)
    assert.ok(work)
    work.workCenterId = 4
    work.writeDate = nextDate(data)
    world.clock.now += 15 * MINUTE_MS
    await world.work(id)
    assert.deepEqual(await elsewhere('MO/7/71', 'hasEnded movedTo'), [{ hasEnded: false, movedTo: 'Laser' }])
    work.state = 'cancel'
    work.writeDate = nextDate(data)
    world.clock.now += 15 * MINUTE_MS
    await world.work(id)
    assert.deepEqual(await elsewhere('MO/7/71', 'hasEnded movedTo externalStatus'), [
      { hasEnded: true, movedTo: 'Laser', externalStatus: 'cancel' },
    ])
    data.workCenters.pop()
  })

  it('is refused in a unit that the work center does not count, with that unit', async () => {
    const made = world.odoo.data.productions.find(({ id }) => id === 7)
    assert.ok(made)
    made.unit = 'kg'
    const id = await world.connected()
    const { data } = await world.ask(`mutation { previewIntegrationRun(integrationId: "${id}") { refused { code problem value } } }`)
    assert.deepEqual(data['previewIntegrationRun'], { refused: [{ code: 'MO/7/71', problem: 'OTHER_UNIT', value: 'kg' }] })
  })

  it('says nothing of a deleted integration', async () => {
    const id = await world.connected()
    await world.work(id)
    assert.equal((await elsewhere()).length, 1)
    await world.ask(`mutation { deleteIntegration(id: "${id}") { status } }`)
    assert.deepEqual(await elsewhere(), [])
  })

  it('names who works with the integration, and for how long, to who has to wait', async () => {
    const id = await world.connected()
    await world.query(
      `update integration set status = 'PROCESSING', work = 'RUN', busy_since = $2, busy_until = $3, busy_by = $4 where id = $1`,
      [id, new Date(world.clock.now - 3 * MINUTE_MS), new Date(world.clock.now + HOUR_MS), world.api.users.USER],
    )
    for (const act of ['runIntegration(integrationId: ', 'disableIntegration(id: ']) {
      const field = act.startsWith('run') ? 'startedOn' : 'status'
      const { errors } = await world.ask(`mutation { ${act}"${id}") { ${field} } }`)
      const params = errors[0]?.extensions.params as Record<string, unknown>
      assert.equal(errors[0]?.extensions.code, 'INTEGRATION_BUSY')
      assert.equal(params['minutes'], 3)
      assert.match(String(params['who']), /\S/)
      assert.notEqual(params['who'], world.api.users.USER)
    }
  })
})
