import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { JobOrderId, UserId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { ACME, OTHER } from '#server/graphql/testing.ts'
import { insertOrderEvents } from '#server/jobOrder/jobOrderEvent.store.ts'
import { insertPosting } from '#server/output/posting.store.ts'
import { listSegments } from '#server/shift/shiftIssue.store.ts'
import { startIntegrationWorld } from '#server/testing/integrationWorld.ts'
import { nextDate } from '#server/demo/erp/odooModels.ts'
import type { IntegrationWorld } from '#server/testing/integrationWorld.ts'

describe('output that another system is told of', () => {
  let world: IntegrationWorld
  before(async () => {
    world = await startIntegrationWorld()
  })
  after(() => world.close())
  beforeEach(async () => {
    await world.query('delete from output_confirmation')
    await world.query('delete from output_posting')
    await world.reset()
  })

  /** Confirms so many more of the order by a posting of its own, as the act does. */
  const post = async (code: string, units: number) => {
    const { api, clock } = world
    const userId = asId<UserId>(api.users.ADMIN)
    await api.database.inTenant(asId(ACME), async (tenant) => {
      const order = await tenant.tx
        .selectFrom('job_order')
        .select(['id', 'work_center_id', 'accepted_output'])
        .where('external_code', '=', code)
        .executeTakeFirstOrThrow()
      const jobOrderId = asId<JobOrderId>(order.id)
      const said = {
        comment: null,
        isAutomatic: false,
        isClosing: false,
        runMs: 0,
        sensorTotal: 0,
        warnings: [],
        overPlanBy: null,
        corrects: null,
      }
      const row = {
        end: null,
        hasSegment: false,
        type: 'ACCEPTED',
        sensorValue: 0,
        segmentTotal: null,
        batchTime: clock.now,
        batchCode: null,
        containerCode: null,
        batchId: null,
      } as const
      const { id } = await insertPosting(
        tenant,
        {
          ...said,
          workCenterId: asId<WorkCenterId>(order.work_center_id ?? 0),
          jobOrderId,
          at: clock.now,
          createdBy: userId,
          createdVia: null,
          createdOn: new Date(clock.now),
        },
        [{ ...row, start: clock.now, units }],
      )
      const event = { jobOrderId, act: crypto.randomUUID(), kind: 'CONFIRMED', fromStatus: null, toStatus: null, at: clock.now } as const
      await insertOrderEvents(tenant, [{ ...event, source: 'SCREEN', comment: null, details: { postings: [id] }, undo: null }], {
        userId,
        viaStation: null,
        at: new Date(clock.now),
      })
      const accepted = Number(order.accepted_output) + units
      await tenant.tx.updateTable('job_order').set({ accepted_output: accepted }).where('id', '=', order.id).execute()
    })
  }
  const shown = async (types: string | null = null) => {
    const filter = types === null ? '' : `(confirmationTypes: ${types})`
    const answer = await world.ask(`{ outputConfirmations${filter} { output type isNotPosted } }`)
    assert.deepEqual(answer.errors, [])
    return (answer.data['outputConfirmations'] as readonly { output: number; type: string; isNotPosted: boolean }[])
      .map(({ output, type, isNotPosted }) => `${output} ${type}${isNotPosted ? ' not posted' : ''}`)
      .toSorted()
  }
  const messageIds = async () =>
    (await world.query<{ id: number }>('select id::int from integration_outbox order by id')).map(({ id }) => id)

  it('is processing until that answers, and counts from the start', async () => {
    const id = await world.connected()
    await world.work(id)
    await post('MO/7/71', 100)
    await post('MO/7/71', 30)
    assert.deepEqual(await shown(), ['100 PROCESSING', '30 PROCESSING'])
    assert.deepEqual(await shown('[CONFIRMED]'), [])
    assert.deepEqual(await shown('[PROCESSING]'), ['100 PROCESSING', '30 PROCESSING'])
    await world.work(id)
    assert.deepEqual(await shown(), ['100 CONFIRMED', '30 CONFIRMED'])
    assert.deepEqual(await shown('[CONFIRMED, CANCELED]'), ['100 CONFIRMED', '30 CONFIRMED'])
    assert.deepEqual(await shown('[PROCESSING]'), [])
    assert.equal(world.odoo.data.productions[0]?.made, 130)
  })

  it('holds its shift up until that answers, or its integration is switched off', async () => {
    const id = await world.connected()
    await world.work(id)
    await post('MO/7/71', 100)
    const { start, end } = { start: world.clock.now - HOUR_MS, end: world.clock.now + HOUR_MS }
    const [place] = await world.query<{ id: number }>(`select work_center_id as id from job_order where external_code = 'MO/7/71'`)
    assert.ok(place)
    await world.query(
      `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total,
         uncounted_accepted, uncounted_rejected, effective_total, is_confirmed) values ($1, $2, $3, $4, $3, 100, 100, 0, 0, 0, 0, 100, true)`,
      [ACME, place.id, start, end],
    )
    const isConfirmed = async () => {
      const key = { workCenterId: asId<WorkCenterId>(place.id), start }
      const segments = await world.api.database.inTenant(asId(ACME), (tenant) => listSegments(tenant, [key]))
      return segments.map((segment) => segment.isConfirmed)
    }
    assert.deepEqual(await isConfirmed(), [false])
    await world.work(id)
    assert.deepEqual(await isConfirmed(), [true])
    // What is told by an integration that is switched off is not on its way: nobody could end that but by switching it on again.
    await post('MO/7/71', 20)
    assert.deepEqual(await isConfirmed(), [false])
    assert.deepEqual((await world.ask(`mutation { disableIntegration(id: "${id}") { id } }`)).errors, [])
    assert.deepEqual(await isConfirmed(), [true])
    assert.deepEqual((await world.ask(`mutation { enableIntegration(id: "${id}") { id } }`)).errors, [])
    assert.deepEqual(await isConfirmed(), [false])
    await world.query(
      `insert into company_extension (company_id, extension, is_active, changed_on) select company_id, 'INTEGRATIONS', false, now() from integration where id = $1`,
      [id],
    )
    assert.deepEqual(await isConfirmed(), [true])
    await world.query('delete from company_extension')
    assert.deepEqual(await isConfirmed(), [false])
    await world.work(id)
    assert.deepEqual(await isConfirmed(), [true])
    await world.query('delete from output_segment')
  })

  it('is told anew to an order that was made anew over there, and stays processing until that heard it', async () => {
    const id = await world.connected()
    await world.work(id)
    const order = world.odoo.data.productions.find(({ name }) => name === 'MO/8')
    assert.ok(order)
    const recreate = (as: number) => {
      Object.assign(order, { id: as, made: 0, writeDate: nextDate(world.odoo.data) })
      world.clock.now += DAY_MS
    }
    const run = async () => {
      const { data, errors } = await world.ask(`mutation { runIntegration(integrationId: "${id}") { error { code } } }`)
      assert.deepEqual([errors, data['runIntegration']], [[], { error: null }])
    }
    const told = async () => (await world.messages()).map(({ external, state }) => `${external} ${state}`)
    await post('MO/8', 100)
    await post('MO/8', 30)
    recreate(80)
    await run()
    assert.deepEqual(await told(), ['mrp.production/80 WAITING', 'mrp.production/80 WAITING'])
    assert.deepEqual(await shown(), ['100 PROCESSING', '30 PROCESSING'])
    await world.work(id)
    assert.deepEqual(await told(), ['mrp.production/80 SENT', 'mrp.production/80 SENT'])
    assert.deepEqual([order.made, await shown()], [130, ['100 CONFIRMED', '30 CONFIRMED']])
    // What the old record heard is told to the next one once more.
    recreate(81)
    await run()
    assert.deepEqual(await told(), ['mrp.production/81 WAITING'])
    await world.work(id)
    assert.deepEqual([order.made, await told()], [130, ['mrp.production/81 SENT']])
    // What somebody left unsaid stays so until a later figure was heard.
    order.made = 7
    await post('MO/8', 5)
    await world.work(id)
    const [conflict] = (await messageIds()).slice(-1)
    assert.deepEqual((await world.ask(`mutation { skipOutbox(integrationId: "${id}", messageIds: [${conflict}]) { id } }`)).errors, [])
    assert.deepEqual(await shown(), ['100 CONFIRMED', '30 CONFIRMED', '5 CONFIRMED not posted'])
    recreate(82)
    await run()
    assert.deepEqual(await told(), ['mrp.production/82 SKIPPED', 'mrp.production/82 WAITING'])
    assert.deepEqual(await shown(), ['100 CONFIRMED', '30 CONFIRMED', '5 CONFIRMED not posted'])
    await world.work(id)
    assert.deepEqual([order.made, await shown()], [135, ['100 CONFIRMED', '30 CONFIRMED', '5 CONFIRMED']])
  })

  it('holds up the shift in which it was made alone', async () => {
    const id = await world.connected()
    await world.work(id)
    await post('MO/7/71', 100)
    const { now } = world.clock
    const [place] = await world.query<{ id: number }>(`select work_center_id as id from job_order where external_code = 'MO/7/71'`)
    assert.ok(place)
    const [before, within] = [now - 10 * HOUR_MS, now - 2 * HOUR_MS]
    for (const [shift, start, end] of [
      [before, now - 3 * HOUR_MS, within],
      [within, within, now],
      [within, now, null],
    ])
      await world.query(
        `insert into output_segment (company_id, work_center_id, start_at, end_at, shift_start_at, total, accepted, rejected, uncounted_total,
           uncounted_accepted, uncounted_rejected, effective_total, is_confirmed) values ($1, $2, $4, $5, $3, 100, 100, 0, 0, 0, 0, 100, true)`,
        [ACME, place.id, shift, start, end],
      )
    const keys = [before, within].map((start) => ({ workCenterId: asId<WorkCenterId>(place.id), start }))
    const segments = await world.api.database.inTenant(asId(ACME), (tenant) => listSegments(tenant, keys))
    const told = segments.map(({ start, isOpen, isConfirmed }) => `${start === within ? 'within' : 'before'} ${isOpen} ${isConfirmed}`)
    assert.deepEqual(told.toSorted(), ['before false true', 'within false true', 'within true false'])
    await world.query('delete from output_segment')
  })

  it('stays processing at a conflict, and is marked where it is left unsaid, until a later figure is heard', async () => {
    const id = await world.connected()
    await world.work(id)
    const [job] = world.odoo.data.productions
    assert.ok(job)
    job.made = 77
    await post('MO/7/71', 100)
    await world.work(id)
    assert.deepEqual(await shown(), ['100 PROCESSING'])
    const ids = (await messageIds()).join()
    assert.deepEqual((await world.ask(`mutation { skipOutbox(integrationId: "${id}", messageIds: [${ids}]) { id } }`)).errors, [])
    assert.deepEqual(await shown(), ['100 CONFIRMED not posted'])
    await post('MO/7/71', 20)
    assert.deepEqual(await shown(), ['100 CONFIRMED not posted', '20 PROCESSING'])
    await world.work(id)
    assert.deepEqual(await shown(), ['100 CONFIRMED', '20 CONFIRMED'])
    assert.equal(job.made, 120)
  })

  it('is on its way no longer once the integration is deleted, which tells nobody any more', async () => {
    const id = await world.connected()
    await world.work(id)
    await post('MO/7/71', 100)
    assert.deepEqual(await shown(), ['100 PROCESSING'])
    assert.deepEqual((await world.ask(`mutation { deleteIntegration(id: "${id}") { id } }`)).errors, [])
    assert.deepEqual(await shown(), ['100 CONFIRMED'])
    assert.deepEqual(await shown('[PROCESSING]'), [])
    assert.deepEqual(await shown('[CONFIRMED]'), ['100 CONFIRMED'])
  })

  it('is confirmed at once where no other system is told', async () => {
    const id = await world.connected()
    await world.work(id)
    await world.query(`update integration set sends = '{CLOSED}'`)
    await post('MO/7/71', 5)
    assert.deepEqual(await shown(), ['5 CONFIRMED'])
    const stranger = await world.api.ask('{ outputConfirmations { id } }', { as: world.api.stranger, company: OTHER })
    assert.deepEqual([stranger.errors, stranger.data['outputConfirmations']], [[], []])
  })
})
