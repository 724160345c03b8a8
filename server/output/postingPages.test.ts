import assert from 'node:assert/strict'
import { after, before, it, suite } from 'node:test'
import { startOutputSite } from '#server/testing/outputSite.ts'
import type { OrderNow, OutputSite } from '#server/testing/outputSite.ts'

type Listed = {
  readonly items: readonly {
    readonly id: number
    readonly lastConfirmationId: number
    readonly confirmations: readonly {
      readonly id: number
      readonly postingId: number
      readonly output: number
      readonly outputType: string
    }[]
  }[]
  readonly totalItems: number
  readonly hasNext: boolean
}

suite('what was confirmed, listed by act', () => {
  let site: OutputSite
  let order: OrderNow
  const postings: number[] = []
  let lastRow = 0
  /** Runs the press for ten minutes and confirms what it made, with a reject of its own. */
  const act = async (minute: number, more: string, as: 'ADMIN' | 'OPERATOR' = 'ADMIN') => {
    await site.run(minute, minute + 10, { rejectEach: 5 })
    const rows = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 90, rejectedOutput: 2, cutAtNow: true, ${more}`, as)
    postings.push(rows[0]?.postingId ?? 0)
    lastRow = rows[0]?.id ?? 0
  }

  before(async () => {
    site = await startOutputSite()
    await site.run(0, 1)
    order = await site.startOrder(5_000, 1)
    await act(1, 'containerCodes: ["C-1", "C-2"]')
    await act(11, 'batchCode: "Lot-7"', 'OPERATOR')
    await act(21, 'containerCodes: ["C-3"]')
  })
  after(() => site.close())

  const list = (filter: string, page = '') =>
    site.done<Listed>(
      'outputPostingsPages',
      `?filter: { ${filter} } ${page}`,
      '{ items { id lastConfirmationId confirmations { id postingId output outputType } } totalItems hasNext }',
    )
  const idsOf = ({ items }: Listed) => items.map(({ id }) => id)

  it('has each act once and whole, the last made ahead', async () => {
    const all = await list('')
    assert.deepEqual([idsOf(all), all.totalItems, all.hasNext], [postings.toReversed(), 3, false])
    for (const { id, confirmations } of all.items) {
      assert.ok(confirmations.every(({ postingId }) => postingId === id))
      const sum = (type: string) => confirmations.reduce((units, row) => units + (row.outputType === type ? row.output : 0), 0)
      assert.deepEqual([sum('ACCEPTED'), sum('REJECTED')], [90, 2])
    }
    // Pages are of acts, not of their rows.
    const pages = [await list('', ', page: 1, size: 2'), await list('', ', page: 2, size: 2'), await list('', ', page: 3, size: 2')]
    assert.deepEqual(pages.map(idsOf), [postings.slice(1).toReversed(), postings.slice(0, 1), []])
    assert.deepEqual(
      pages.map(({ totalItems, hasNext }) => [totalItems, hasNext]),
      [
        [3, true],
        [3, false],
        [3, false],
      ],
    )
  })

  it('is found by a row that has the code, the type or the person, and is whole all the same', async () => {
    const [first, second, third] = postings
    assert.deepEqual(idsOf(await list('codeLike: "c-2"')), [first])
    assert.deepEqual(
      (await list('codeLike: "c-2"')).items[0]?.confirmations.length,
      (await list(`postingId: ${first}`)).items[0]?.confirmations.length,
    )
    assert.deepEqual(idsOf(await list('codeLike: "LOT-7"')), [second])
    assert.deepEqual(idsOf(await list('codeLike: "C-9"')), [])
    // Nothing typed is no filter.
    assert.equal((await list('codeLike: "  "')).totalItems, 3)
    assert.deepEqual(idsOf(await list(`userIds: ["${site.api.users.OPERATOR}"]`)), [second])
    const rejected = await list('outputType: REJECTED')
    assert.deepEqual(idsOf(rejected), [third, second, first])
    // Each stands where its last row of those does.
    for (const { lastConfirmationId, confirmations } of rejected.items)
      assert.equal(lastConfirmationId, confirmations.findLast(({ outputType }) => outputType === 'REJECTED')?.id)
    assert.deepEqual(idsOf(await list('hasContainer: true')), [third, first])
    await site.done('cancelOutputConfirmation', `id: ${lastRow}, comment: "Counted for another order"`, '{ id }')
    assert.deepEqual(idsOf(await list('')), [second, first])
    assert.deepEqual(idsOf(await list('confirmationTypes: null')), [third, second, first])
  })

  it('is found by the code of its container, however that was typed, and of a batch that is not here as it was typed', async () => {
    await site.run(31, 41)
    const rows = await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 90, containerCodes: ["c-2"]`)
    const typed = [...new Set(rows.map(({ postingId }) => postingId))].toSorted((one, other) => other - one)
    assert.deepEqual(idsOf(await list('codeLike: "C-2"')), [...typed, postings[0]])
    assert.deepEqual(idsOf(await list('codeLike: "c-2"')), [...typed, postings[0]])
    const [row] = await site.confirm('acceptedOutput: 3, batchCode: "Sample-1"')
    assert.deepEqual(idsOf(await list('codeLike: "Sample-1"')), [row?.postingId])
  })

  it('stands on its page however many rows the acts before it have', async () => {
    await site.run(41, 51)
    const codes = Array.from({ length: 30 }, (_code, index) => `"Box-${index}"`).join(', ')
    await site.confirm(`jobOrderId: ${order.id}, acceptedOutput: 90, cutAtNow: true, containerCodes: [${codes}]`)
    const [newest] = (await list('')).items
    assert.ok((newest?.confirmations.length ?? 0) >= 30, 'one act of many rows')
    const whole = idsOf(await list('', ', page: 1, size: 100'))
    for (const [size, filter] of [
      [1, ''],
      [2, ''],
      [1, 'hasContainer: true'],
    ] as const) {
      const expected = filter === '' ? whole : idsOf(await list(filter, ', page: 1, size: 100'))
      const found: number[] = []
      for (let page = 1; ; page++) {
        const { items, totalItems, hasNext } = await list(filter, `, page: ${page}, size: ${size}`)
        found.push(...items.map(({ id }) => id))
        assert.equal(totalItems, expected.length)
        if (!hasNext) break
      }
      assert.deepEqual(found, expected)
    }
  })
})
