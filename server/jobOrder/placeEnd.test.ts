import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#engine/time/durations.ts'
import { startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { addPress, addShift, DAY_START } from '#server/shift/testing.ts'

type Order = {
  readonly id: number
  readonly status: string
  readonly runs: readonly { readonly timeStart: string; readonly timeEnd: string | null }[]
  readonly events: readonly { readonly kind: string; readonly source: string; readonly stopCause: string | null }[]
}

const iso = (ms: number) => new Date(ms).toISOString()

describe('orders in progress at a work center', () => {
  let api: TestApi
  let now = DAY_START + 2 * HOUR_MS
  let tube = 0

  before(async () => {
    api = await startTestApi({ now: () => now })
    const { data } = await api.ask(
      'mutation { createOrUpdateItem(input: { name: "Down Tube", sku: "DT-2377", measureUnitId: 1 }) { id } }',
      {
        as: 'ADMIN',
      },
    )
    tube = (data['createOrUpdateItem'] as { readonly id: number }).id
  })
  after(() => api.close())

  const ask = async (query: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, errors } = await api.ask(query, { as: 'ADMIN' })
    assert.deepEqual(errors, [])
    return data
  }
  /** An order that was begun at the work center, and one that waits there. */
  const workedOn = async (name: string) => {
    const place = await addPress(api, name)
    await addShift(api, place, { hours: 8 })
    const create = async (code: string) => {
      const input = `orderCode: "${name}-${code}", status: PLANNED, productId: ${tube}, workCenterId: ${place}, planOutput: 500, planCycleTime: 12`
      return (await ask(`mutation { createJobOrder(input: { ${input} }) { id } }`))['createJobOrder'] as { readonly id: number }
    }
    const [running, waiting] = [await create('1'), await create('2')]
    await ask(`mutation { startJobOrder(id: ${running.id}, at: "${iso(now - 30 * MINUTE_MS)}") { id } }`)
    return { place, running: running.id, waiting: waiting.id }
  }
  const read = async (id: number) =>
    (await ask(`{ jobOrder(id: ${id}) { id status runs { timeStart timeEnd } events { kind source stopCause } } }`))['jobOrder'] as Order
  const requireStopped = async ({ running, waiting }: { readonly running: number; readonly waiting: number }, cause: string) => {
    const stopped = await read(running)
    assert.equal(stopped.status, 'ON_HOLD')
    assert.deepEqual(stopped.runs, [{ timeStart: iso(now - 30 * MINUTE_MS), timeEnd: iso(now) }])
    assert.deepEqual(stopped.events[0], { kind: 'STOPPED', source: 'SYSTEM', stopCause: cause })
    assert.equal((await read(waiting)).status, 'PLANNED')
  }

  it('are stopped by the product when it is archived', async () => {
    const orders = await workedOn('Archived')
    await ask(`mutation { deleteBox(boxId: ${orders.place}) { id } }`)
    await requireStopped(orders, 'ARCHIVED')
  })

  it('are stopped when it is shut down, once', async () => {
    const orders = await workedOn('Shut')
    const shutDown = `mutation { updateBox(input: { id: ${orders.place}, deviceStatus: TEMPORARY_SHUTDOWN }) { id } }`
    await ask(shutDown)
    await requireStopped(orders, 'SHUT_DOWN')
    const { events } = await read(orders.running)
    now += MINUTE_MS
    await ask(shutDown)
    assert.equal((await read(orders.running)).events.length, events.length)
    now -= MINUTE_MS
  })

  it('are stopped when it counts in another unit, so that plan and output never mix two', async () => {
    const orders = await workedOn('Metres')
    await ask(`mutation { updateOutputSettings(input: { workCenterId: ${orders.place}, measurementUnitId: 2 }) { measurementUnitId } }`)
    await requireStopped(orders, 'UNIT')
  })

  it('are left alone by other settings', async () => {
    const orders = await workedOn('Renamed')
    await ask(`mutation { updateBox(input: { id: ${orders.place}, name: "Press 9" }) { id } }`)
    assert.equal((await read(orders.running)).status, 'PROGRESS')
  })

  it('cannot be made to run again at one that is gone by taking the stop back', async () => {
    const orders = await workedOn('Gone')
    await ask(`mutation { deleteBox(boxId: ${orders.place}) { id } }`)
    const { data } = await api.ask(`{ jobOrder(id: ${orders.running}) { events { id } } }`, { as: 'ADMIN' })
    const [event] = (data['jobOrder'] as { readonly events: readonly { readonly id: string }[] }).events
    const { errors } = await api.ask(`mutation { undoJobOrderAction(eventId: "${event?.id ?? ''}") { id } }`, { as: 'ADMIN' })
    assert.deepEqual(
      errors.map(({ extensions }) => extensions.code),
      ['UNDO_TOO_LATE'],
    )
  })
})
