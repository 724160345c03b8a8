import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { Answer, TestApi } from '#server/graphql/testing.ts'
import { addPressWithStops } from '#server/testing/stoppedPress.ts'
import { eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 300 * MINUTE_MS

describe('a reason that is given while somebody takes it away', () => {
  let api: TestApi
  let press: TestMachine
  let loss: number
  let jam: number
  let setup: number
  let count = 0

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => NOW })
    press = await addPressWithStops(api, ACME, { start: START, until: 300, stops: [{ from: 60, to: 80, powerKw: 2 }] })
    const { data } = await api.ask('{ lossesPages(filter: { source: STATUS }) { items { id } } }')
    const [first] = (data['lossesPages'] as { readonly items: readonly { readonly id: number }[] }).items
    assert.ok(first)
    loss = first.id
  })
  after(() => api.close())
  beforeEach(async () => {
    assert.deepEqual((await give(null)).errors, [])
    jam = await reasonOf(`Jam ${++count}`)
    setup = await reasonOf(`Setup ${count}`)
  })

  const reasonOf = async (name: string): Promise<number> =>
    (
      (await api.ask(`mutation { createLossReason(input: { name: "${name}" }) { id } }`)).data['createLossReason'] as {
        readonly id: number
      }
    ).id
  const give = (reasonId: number | null): Promise<Answer> =>
    api.ask(`mutation { updateLoss(input: { id: ${loss}, reasonId: ${reasonId} }) { reasonId } }`)
  const remove = () => api.ask(`mutation { deleteLossReason(id: ${jam}) { isDeleted } }`)
  const hide = () => api.ask(`mutation { updateLossReason(input: { id: ${jam}, name: "Jam ${count}", isHidden: true }) { isHidden } }`)
  const replace = () => api.ask(`mutation { replaceLossReason(id: ${jam}, byId: ${setup}) { isHidden } }`)
  const codeOf = ({ errors }: Answer) => errors[0]?.extensions.code ?? 'done'
  const said = async () => {
    const { data } = await api.ask(`{ loss(id: ${loss}) { reasonId } lossReasons(filter: { ids: [${jam}] }) { isHidden isDeleted } }`)
    const [reason] = data['lossReasons'] as readonly { readonly isHidden: boolean; readonly isDeleted: boolean }[]
    return { reasonId: (data['loss'] as { readonly reasonId: number | null }).reasonId, ...reason }
  }

  /** Starts both while the work center is taken: each comes as far as it can, the first one is served first. */
  const atOnce = async (
    first: () => Promise<Answer>,
    second: () => Promise<Answer>,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<readonly string[]> => {
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from work_center where id = $1 for no key update', [press.workCenterId])
      const waiting = (count: number) =>
        eventually(async () => {
          const { rows } = await api.database.pool.query<{ count: number }>(
            `select count(distinct pid)::int as count from pg_locks where not granted and pid in (select pid from pg_locks
               where database = (select oid from pg_database where datname = current_database()))`,
          )
          return (rows[0]?.count ?? 0) >= count ? true : undefined
        }, 5_000)
      const one = first()
      await waiting(1)
      const other = second()
      await waiting(2)
      await meanwhile()
      await client.query('commit')
      return (await Promise.all([one, other])).map(codeOf)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('is not deleted once it was given', async () => {
    assert.deepEqual(await atOnce(() => give(jam), remove), ['done', 'LOSS_REASON_USED'])
    assert.deepEqual(await said(), { reasonId: jam, isHidden: false, isDeleted: false })
  })

  it('is not given once it was deleted', async () => {
    assert.deepEqual(await atOnce(remove, () => give(jam)), ['done', 'LOSS_REASON_NOT_FOUND'])
    assert.equal((await said()).reasonId, null)
  })

  it('is hidden, and the loss that had it by then keeps it', async () => {
    assert.deepEqual(await atOnce(() => give(jam), hide), ['done', 'done'])
    assert.deepEqual(await said(), { reasonId: jam, isHidden: true, isDeleted: false })
  })

  it('is not given once it was hidden', async () => {
    assert.deepEqual(await atOnce(hide, () => give(jam)), ['done', 'LOSS_REASON_NOT_FOUND'])
    assert.equal((await said()).reasonId, null)
  })

  it('becomes the default of planned stops while the one that was it is changed: neither waits for the other', async () => {
    const [lunch, cleaning] = [await reasonOf(`Lunch ${count}`), await reasonOf(`Cleaning ${count}`)]
    const makeDefault = (id: number, name: string) =>
      api.ask(`mutation { updateLossReason(input: { id: ${id}, name: "${name} ${count}", type: PLANNED, isDefaultPlanned: true }) { id } }`)
    assert.equal(codeOf(await makeDefault(lunch, 'Lunch')), 'done')
    const rename = () => api.ask(`mutation { updateLossReason(input: { id: ${lunch}, name: "Pause ${count}" }) { name isDefaultPlanned } }`)
    // Whoever comes second holds nothing that the first one needs next: else both would wait until the database ends one of them.
    const isFree = async () => {
      await api.database.pool.query('select from loss_reason where id = $1 for no key update nowait', [lunch])
    }
    assert.deepEqual(await atOnce(() => makeDefault(cleaning, 'Cleaning'), rename, isFree), ['done', 'done'])
    const { data } = await api.ask(`{ lossReasons(filter: { ids: [${lunch}, ${cleaning}] }) { name isDefaultPlanned } }`)
    const told = (data['lossReasons'] as readonly { readonly name: string; readonly isDefaultPlanned: boolean }[]).toSorted((a, b) =>
      a.name.localeCompare(b.name),
    )
    assert.deepEqual(told, [
      { name: `Cleaning ${count}`, isDefaultPlanned: true },
      { name: `Pause ${count}`, isDefaultPlanned: false },
    ])
  })

  it('is replaced also where it was just given, and not given once it was', async () => {
    assert.deepEqual(await atOnce(() => give(jam), replace), ['done', 'done'])
    assert.deepEqual(await said(), { reasonId: setup, isHidden: true, isDeleted: false })
    assert.deepEqual((await give(null)).errors, [])
    jam = await reasonOf(`Third ${count}`)
    assert.deepEqual(await atOnce(replace, () => give(jam)), ['done', 'LOSS_REASON_NOT_FOUND'])
    assert.equal((await said()).reasonId, null)
  })
})
