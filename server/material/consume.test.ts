import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { BatchId, ContainerId, ItemId, WorkCenterId } from '#engine/ids.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { Refusal } from '#server/refusal.ts'
import { addPress } from '#server/shift/testing.ts'
import { requireActive } from '#server/workCenter/workCenter.service.ts'
import { insertBatch } from './batch.store.ts'
import { takeMaterials } from './consume.ts'
import type { PostedMaterials, PostedRow } from './consume.ts'
import { lockContainers, lockContainersByCode } from './container.store.ts'
import { giveBackMaterials } from './giveBack.ts'
import { ensureStocks, moveStock } from './stock.store.ts'

const AT = new Date('2026-11-23T10:00:00Z')

describe('material of a posting', () => {
  let api: TestApi
  let press: WorkCenterId
  let wheel: ItemId
  let spoke: ItemId
  let posted = 1000
  before(async () => {
    api = await startTestApi()
    press = asId<WorkCenterId>(await addPress(api, 'Wheel stand'))
    wheel = await item('HL Road Front Wheel', 'FW-R820')
    spoke = await item('Spoke', 'SP-1', 'isBatchTracked: true')
  })
  after(() => api.close())

  const item = async (name: string, sku: string, more = ''): Promise<ItemId> => {
    const { data, errors } = await api.ask(
      `mutation { createOrUpdateItem(input: { name: "${name}", sku: "${sku}", measureUnitId: 1 ${more} }) { id } }`,
    )
    assert.deepEqual(errors, [])
    return asId<ItemId>((data['createOrUpdateItem'] as { readonly id: number }).id)
  }
  const inTenant = <T>(work: (tenant: Tenant) => Promise<T>) => api.database.inTenant(ACME, work)
  const by = () => ({ userId: api.users.ADMIN, viaStation: null, at: AT })
  const track = (mode: string) => api.database.pool.query(`update work_center set consumption_tracking = $2 where id = $1`, [press, mode])
  let installedAt = AT.getTime() - 100 * HOUR_MS
  const install = (quantity: number, itemId = spoke): Promise<BatchId> =>
    inTenant(async (tenant) => {
      const code = `B-${(installedAt += HOUR_MS)}`
      const at = { ...by(), at: new Date(installedAt) }
      const batchId = await insertBatch(tenant, { itemId, code, barCode: code, expiresOn: null, jobOrderId: null }, at)
      const [stockId] = await ensureStocks(tenant, [{ itemId, batchId, workCenterId: press }], at)
      assert.ok(stockId !== undefined)
      await moveStock(tenant, [{ stockId, kind: 'INSTALLED', quantity }], at)
      return batchId
    })
  const posting = (more: Partial<PostedMaterials> = {}): PostedMaterials => ({
    place: { id: press, consumptionTracking: 'NO_TRACKING', trackScraps: false },
    jobOrderId: null,
    itemId: wheel,
    inputs: [],
    rows: [],
    comment: null,
    allowUncovered: false,
    mayModify: false,
    shiftOf: () => Promise.resolve({ date: '2026-11-23', code: 'A' }),
    by: by(),
    ...more,
  })
  const row = (output: number, more: Partial<PostedRow> = {}): PostedRow => ({
    confirmationId: ++posted,
    input: 0,
    outputType: 'ACCEPTED',
    output,
    batchCode: null,
    containerCode: null,
    ...more,
  })
  const consume = (quantity: number, confirmationId = ++posted) => ({
    confirmationId,
    consumptions: [{ itemId: spoke, quantity, batchId: null }],
    scraps: [],
  })
  const take = (more: Partial<PostedMaterials>) =>
    inTenant(async (tenant) => takeMaterials(tenant, { ...posting(more), place: await requireActive(tenant, press) }))
  const giveBack = (...confirmationIds: number[]) => inTenant((tenant) => giveBackMaterials(tenant, { confirmationIds, by: by() }))
  const balances = async (...batchIds: BatchId[]) => {
    const { rows } = await api.database.pool.query<{ balance: number }>(
      `select sum(balance) as balance from stock where batch_id = any($1) group by batch_id order by batch_id`,
      [batchIds],
    )
    return rows.map(({ balance }) => balance)
  }
  const refusal = async (work: Promise<unknown>): Promise<Refusal> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof Refusal, 'it was not refused')
    return error
  }
  const clear = () =>
    api.database.pool.query('update stock set work_center_id = null, installed_on = null where work_center_id = $1', [press])

  it('comes from the batch that was installed first, and goes back where it came from', async () => {
    await track('WITHOUT_BOM_VALIDATION')
    const [first, second] = [await install(1500), await install(3000)]
    const input = consume(4392)
    await take({ inputs: [input] })
    assert.deepEqual(await balances(first, second), [0, 108])
    await giveBack(input.confirmationId)
    assert.deepEqual(await balances(first, second), [1500, 3000])
    // Asked twice nothing more comes back.
    await giveBack(input.confirmationId)
    assert.deepEqual(await balances(first, second), [1500, 3000])
    await clear()
  })

  it('is kept as uncovered where nothing is left, and refused with what is there where the bill of material is law', async () => {
    const [first, second] = [await install(1500), await install(2000)]
    await track('WITH_BOM_VALIDATION')
    const strict = await refusal(take({ inputs: [consume(4392)], comment: 'no lines' }))
    assert.equal(strict.code, 'BOM_FOREIGN_MATERIAL')
    const short = strict.others.find(({ code }) => code === 'BATCH_BALANCE_TOO_SMALL')
    assert.deepEqual(short?.params, { itemId: spoke, required: 4392, available: 3500, item: 'Spoke' })
    assert.deepEqual(await balances(first, second), [1500, 2000])
    await track('WITHOUT_BOM_VALIDATION')
    const input = consume(4392)
    await take({ inputs: [input] })
    assert.deepEqual(await balances(first, second), [0, 0])
    const { rows } = await api.database.pool.query(
      'select quantity, is_uncovered from material_consumption where output_confirmation_id = $1 order by id',
      [input.confirmationId],
    )
    assert.deepEqual(
      rows.map(({ quantity, is_uncovered: isUncovered }) => [quantity, isUncovered]),
      [
        [1500, false],
        [2000, false],
        [892, true],
      ],
    )
    await clear()
  })

  it('is ignored with a warning where nothing is tracked', async () => {
    await track('NO_TRACKING')
    const batch = await install(10)
    const { warnings } = await take({ inputs: [consume(4)] })
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['CONSUMPTION_IGNORED'],
    )
    assert.deepEqual(await balances(batch), [10])
    await clear()
  })

  it('is shared by two postings at once without going below 0', async () => {
    await track('WITHOUT_BOM_VALIDATION')
    const batch = await install(100)
    const inputs = Array.from({ length: 6 }, () => consume(30))
    await Promise.all(inputs.map((input) => take({ inputs: [input] })))
    assert.deepEqual(await balances(batch), [0])
    const { rows } = await api.database.pool.query<{ is_uncovered: boolean; sum: number }>(
      `select is_uncovered, sum(quantity) from material_consumption where output_confirmation_id = any($1) group by is_uncovered order by is_uncovered`,
      [inputs.map(({ confirmationId }) => confirmationId)],
    )
    assert.deepEqual(
      rows.map(({ is_uncovered: isUncovered, sum }) => [isUncovered, sum]),
      [
        [false, 100],
        [true, 80],
      ],
    )
    await clear()
  })

  it('makes a batch with a code of its own of what is tracked, and extends one that is named', async () => {
    const frame = await item('Frame', 'FR-1', 'isBatchTracked: true')
    const [one, two] = [row(10), row(4, { batchCode: 'fr-1-261123-a-01' })]
    const { batches } = await take({ itemId: frame, rows: [one] })
    assert.equal(batches.get(one.confirmationId)?.code, 'FR-1-261123-A-01')
    const again = await take({ itemId: frame, rows: [two, row(3, { outputType: 'REJECTED', batchCode: 'X' })] })
    const made = batches.get(one.confirmationId)?.id
    assert.ok(made !== undefined)
    assert.equal(again.batches.get(two.confirmationId)?.id, made)
    assert.equal(again.batches.size, 1)
    assert.deepEqual(await balances(made), [14])
    await giveBack(two.confirmationId)
    assert.deepEqual(await balances(made), [10])
  })

  it('does not take back a batch that was used', async () => {
    const frame = await item('Fork', 'FK-1', 'isBatchTracked: true')
    const made = row(10)
    const { batches } = await take({ itemId: frame, rows: [made] })
    const batchId = batches.get(made.confirmationId)?.id
    assert.ok(batchId !== undefined)
    await api.database.pool.query('update stock set work_center_id = $1, installed_on = now() where batch_id = $2', [press, batchId])
    const use = { confirmationId: ++posted, consumptions: [{ itemId: frame, quantity: 2, batchId }], scraps: [] }
    await take({ inputs: [use] })
    assert.equal((await refusal(giveBack(made.confirmationId))).code, 'BATCH_CONSUMED')
    await giveBack(use.confirmationId)
    await giveBack(made.confirmationId)
    assert.deepEqual(await balances(batchId), [0])
    await clear()
  })

  it('goes into containers of one batch, which are free again once it is taken back', async () => {
    const cap = await item('Cap', 'CAP-1', 'isBatchTracked: true')
    const first = row(200, { batchCode: 'L1', containerCode: 'C-118' })
    await take({ itemId: cap, rows: [first] })
    const more = row(50, { batchCode: 'L1', containerCode: 'c-118' })
    await take({ itemId: cap, rows: [more] })
    const other = await refusal(take({ itemId: cap, rows: [row(1, { batchCode: 'L2', containerCode: 'C-118' })] }))
    assert.deepEqual([other.code, other.params], ['CONTAINER_OCCUPIED', { code: 'C-118', batch: 'L1', order: '' }])
    await giveBack(first.confirmationId)
    const read = async () => {
      const [container] = await inTenant((tenant) => lockContainersByCode(tenant, ['C-118'], { by: by(), batchIds: [] }))
      const [same] = await inTenant((tenant) => lockContainers(tenant, [container?.id ?? asId<ContainerId>(0)]))
      return [same?.quantity, same?.batchId === null]
    }
    assert.deepEqual(await read(), [50, false])
    await giveBack(more.confirmationId)
    assert.deepEqual(await read(), [0, true])
  })

  it('comes back to the last piece, whatever was consumed and cancelled in which order', async () => {
    await track('WITHOUT_BOM_VALIDATION')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('CONSUME' as const), quantity: fc.integer({ min: 1, max: 60_000_000 }) }),
      fc.record({ kind: fc.constant('CANCEL' as const), which: fc.nat(20) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const batches = [await install(40.25), await install(70.000_001)]
        const before = await balances(...batches)
        const live: number[] = []
        for (const one of steps) {
          if (one.kind === 'CONSUME') {
            const input = consume(one.quantity / 1_000_000)
            await take({ inputs: [input] })
            live.push(input.confirmationId)
          } else if (live.length > 0) await giveBack(...live.splice(one.which % live.length, 1))
          for (const balance of await balances(...batches)) assert.ok(balance >= 0)
        }
        for (const id of live) await giveBack(id)
        assert.deepEqual(await balances(...batches), before)
        await clear()
      }),
      { numRuns: 15 },
    )
  })

  it('has stocks that are the sum of their movements', async () => {
    const { rows } = await api.database.pool
      .query(`select s.id from stock s left join stock_movement m on m.company_id = s.company_id and m.stock_id = s.id
      group by s.company_id, s.id, s.balance having s.balance <> coalesce(sum(m.quantity), 0) or s.balance < 0`)
    assert.deepEqual(rows, [])
  })
})
