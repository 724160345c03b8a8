import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CompanyId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { CLASSIFICATIONS, classificationOf } from '#engine/loss/lossKind.ts'
import { MAX_COUNTED } from '#server/boundedCount.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { generateLosses, LAST_LOSS_AT } from '#server/testing/millionLosses.ts'
import { EVERY_LOSS, filterByReasons } from './lossFilter.service.ts'
import { LOSS_ORDER_FIELDS, pageLosses } from './lossList.store.ts'
import type { LossOrderField } from './lossList.store.ts'

const COMPANY = asId<CompanyId>('LISTS')
const SIZE = 100

describe('a list of more losses than are counted', () => {
  let test: TestDatabase
  before(async () => {
    test = await createTestDatabase()
    await generateLosses(test.database, COMPANY, MAX_COUNTED + 2 * SIZE)
  })
  after(() => test.drop())

  const page = (number: number, field: LossOrderField, filter: Partial<typeof EVERY_LOSS> = {}, size = SIZE) =>
    test.database.inTenant(COMPANY, async (tenant) =>
      pageLosses(tenant, await filterByReasons(tenant, { ...EVERY_LOSS, ...filter }), {
        order: { field, isDescending: true },
        limit: size,
        offset: (number - 1) * size,
        now: LAST_LOSS_AT + 1,
      }),
    )

  for (const field of LOSS_ORDER_FIELDS) {
    it(`leads on to its last page, ordered by ${field}`, async () => {
      const last = MAX_COUNTED / SIZE + 2
      const pages = []
      for (const number of [1, last - 2, last - 1, last, last + 1]) pages.push(await page(number, field))
      assert.deepEqual(
        pages.map(({ items, hasNext, totalItems }) => [items.length, hasNext, totalItems]),
        [
          [SIZE, true, MAX_COUNTED + 1],
          [SIZE, true, MAX_COUNTED + 1],
          [SIZE, true, MAX_COUNTED + 1],
          [SIZE, false, MAX_COUNTED + 1],
          [0, false, MAX_COUNTED + 1],
        ],
      )
    })
  }

  it('calls losses classified as the engine does', async () => {
    for (const classification of CLASSIFICATIONS) {
      const { items } = await page(1, 'DATE', { classification }, 1000)
      assert.ok(items.length > 0)
      for (const loss of items) assert.equal(classificationOf(loss, loss.reasonId !== null), classification)
    }
  })

  it('names as unplanned only what has an unplanned reason (S-31a)', async () => {
    const { items } = await page(1, 'DATE', { planType: 'UNPLANNED' }, 1000)
    assert.ok(items.length > 0 && items.every((loss) => loss.reasonId !== null))
    const planned = await page(1, 'DATE', { planType: 'PLANNED' }, 1000)
    assert.ok(planned.items.every((loss) => loss.reasonId !== null || loss.isScheduledLoss))
  })
})
