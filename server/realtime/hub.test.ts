import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompanyRecordsChange } from '#engine/event/recordsChange.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import { createTopic } from '#server/event/topic.ts'
import type { RecordsNews } from '#server/event/recordsFeed.ts'
import { createHub, MAX_REMEMBERED, REMEMBERED_MS } from './hub.ts'
import { createLiveBus } from './liveBus.ts'

const ACME = asId<CompanyId>('ACME1')
const OTHER = asId<CompanyId>('OTHER')

function startHub() {
  let now = 1_000_000
  const news = createTopic<RecordsNews>()
  const hub = createHub(createLiveBus(), news, () => now)
  return {
    hub,
    now: () => now,
    pass: (ms: number) => void (now += ms),
    change: (companyId: CompanyId, ids: readonly number[], from = now) => {
      const changes = ids.map((id): CompanyRecordsChange => ({
        companyId,
        workCenterId: asId<WorkCenterId>(id),
        kinds: ['loss'],
        from,
        to: from + 1,
      }))
      news.publish({ missed: false, changes })
    },
    miss: () => news.publish({ missed: true }),
  }
}

test('changes are remembered for a minute, of the asked company only', () => {
  const { hub, now, pass, change } = startHub()
  const begin = now()
  change(ACME, [1], 5)
  change(OTHER, [2], 6)
  pass(2_000)
  const between = now()
  change(ACME, [3], 7)
  assert.deepEqual(
    hub.recordsSince(ACME, begin)?.map((one) => one.workCenterId),
    [1, 3],
  )
  assert.deepEqual(hub.recordsSince(OTHER, begin), [{ workCenterId: 2, kinds: ['loss'], from: 6, to: 7 }])
  assert.deepEqual(
    hub.recordsSince(ACME, between)?.map((one) => one.workCenterId),
    [3],
  )
  assert.equal(hub.recordsSince(ACME, begin - 1), null, 'what was before it began is not known')
  pass(REMEMBERED_MS)
  assert.equal(hub.recordsSince(ACME, begin), null)
  assert.deepEqual(
    hub.recordsSince(ACME, between)?.map((one) => one.workCenterId),
    [3],
  )
})

test('what was missed leaves nothing to remember', () => {
  const { hub, now, pass, change, miss } = startHub()
  const begin = now()
  change(ACME, [1])
  pass(10)
  miss()
  assert.equal(hub.recordsSince(ACME, begin), null)
  assert.deepEqual(hub.recordsSince(ACME, now()), [])
})

test('a flood about the same work centers is remembered once a second, united', () => {
  const { hub, now, pass, change } = startHub()
  const begin = now()
  const ids = Array.from({ length: 50 }, (_, id) => id)
  for (let round = 0; round < 2_000; round++) {
    change(ACME, ids, round)
    pass(1)
  }
  const since = hub.recordsSince(ACME, begin)
  assert.ok(since !== null && since.length <= 3 * ids.length, String(since?.length))
  assert.equal(Math.min(...since.map((one) => one.from)), 0)
  assert.equal(Math.max(...since.map((one) => one.to ?? 0)), 2_000)
})

test('of more than can be remembered the oldest go, and a page that asked before them is told that some are not known', () => {
  const { hub, now, pass, change } = startHub()
  const begin = now()
  const size = MAX_REMEMBERED / 4
  for (let round = 0; round < 6; round++) {
    change(
      ACME,
      Array.from({ length: size }, (_, id) => round * size + id),
    )
    pass(1_000)
  }
  assert.equal(hub.recordsSince(ACME, begin), null)
  assert.equal(hub.recordsSince(ACME, begin + 2_000)?.length, 4 * size)
})
