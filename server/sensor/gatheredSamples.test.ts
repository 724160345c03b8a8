import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asId } from '#engine/ids.ts'
import type { CompanyId, SensorId } from '#engine/ids.ts'
import { gatherSamples } from './gatheredSamples.ts'

const ACME = asId<CompanyId>('ACME1')
const id = (number: number) => asId<SensorId>(number)

it('what is asked at the same time is one question of each stretch, one after the other, and a failure is that of its askers alone', async () => {
  const asked: string[] = []
  let running = 0
  const reader = gatherSamples(async (companyId, ids, start, end) => {
    assert.equal(++running, 1)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    asked.push(`${companyId} ${ids.join('+')} ${start}-${end}`)
    if (start === 5) throw new Error('away')
    return new Map(ids.map((one) => [one, { instants: [start], values: [Number(one)] }]))
  })
  const [first, second, failed, third] = await Promise.allSettled([
    reader(ACME, [id(1), id(2)], 0, 9),
    reader(ACME, [id(2), id(3)], 0, 9),
    reader(ACME, [id(1)], 5, 9),
    reader(ACME, [id(4)], 1, 9),
  ])
  assert.deepEqual(asked, ['ACME1 1+2+3 0-9', 'ACME1 1 5-9', 'ACME1 4 1-9'])
  assert.equal(failed.status, 'rejected')
  assert.deepEqual(first, second)
  assert.deepEqual(first.status === 'fulfilled' && first.value.get(id(3))?.values, [3])
  assert.equal(third.status, 'fulfilled')
  assert.equal((await reader(ACME, [id(7)], 0, 9)).size, 1, 'and again later')
})

it('a reader that fails before it reads fails its askers, and those that ask after them are answered', async () => {
  const reader = gatherSamples((_companyId, ids, start) => {
    if (start === 5) throw new Error('away')
    return Promise.resolve(new Map(ids.map((one) => [one, { instants: [start], values: [1] }])))
  })
  const [failed, other] = await Promise.allSettled([reader(ACME, [id(1)], 5, 9), reader(ACME, [id(1)], 0, 9)])
  assert.deepEqual([failed.status, other.status], ['rejected', 'fulfilled'])
  assert.equal((await reader(ACME, [id(7)], 0, 9)).size, 1)
})
