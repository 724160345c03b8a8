import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { acceptedOfAll, createConfirmedPresses } from '#server/testing/confirmedPress.ts'
import type { ConfirmedPress } from '#server/testing/confirmedPress.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'

/** How often a connection had nothing on its way when it was sent a statement, and how many statements that were. */
type Sent = { rounds: number; statements: number }

describe('an act of confirming', () => {
  let test: TestDatabase
  const presses = new Map<boolean, ConfirmedPress>()

  before(async () => {
    test = await createTestDatabase()
    const size = { presses: 2, acts: 6, segments: 1, lines: 0, batches: 0, isTracked: false } as const
    const [untracked, tracked] = await createConfirmedPresses(test.database, size)
    await test.database.pool.query(
      `update item set is_batch_tracked = true where id = (select item_id from job_order where order_code = 'JO-2')`,
    )
    for (const [isTracked, press] of [
      [false, untracked],
      [true, tracked],
    ] as const) {
      assert.ok(press)
      presses.set(isTracked, press)
      await press.confirm()
      await press.fold()
    }
  })
  after(() => test.drop())

  const sentBy = async (isTracked: boolean): Promise<Sent> => {
    const press = presses.get(isTracked)
    assert.ok(press)
    const counted = countRounds()
    try {
      await press.confirm()
    } finally {
      counted.end()
    }
    await press.fold()
    return counted.sent
  }

  it('asks what it needs together: the key, the locks and what it reads, then its rows, then what follows, then the commit', async () => {
    assert.deepEqual(await sentBy(false), { rounds: 4, statements: 16 })
  })

  it('makes a batch of a product that is tracked, and nothing of batches where it is not', async () => {
    const { rounds, statements } = await sentBy(true)
    assert.ok(rounds <= 9, `${rounds} round trips`)
    assert.ok(statements <= 23, `${statements} statements`)
    const { rows } = await test.database.pool.query<{ made: number; linked: number }>(
      `select (select count(*)::int from batch) as made, (select count(*)::int from output_confirmation c join batch b
         on b.company_id = c.company_id and b.id = c.batch_id and b.code = c.batch_code) as linked`,
    )
    assert.deepEqual(rows, [{ made: 2, linked: 2 }])
    assert.equal(await acceptedOfAll(test.database), 400)
  })

  it('answers a repetition at once while somebody holds its work center, also behind an act that waits for it', async () => {
    const press = presses.get(false)
    assert.ok(press)
    await press.confirm()
    const held = await test.database.pool.connect()
    try {
      await held.query(`begin; select from work_center where company_id = 'BENCH' and name = 'Cell 1' for update`)
      assert.equal(await within(3_000, press.repeat()), true)
      await press.fold()
      const next = press.confirm()
      // It waits for its turn behind that one.
      assert.equal(await within(3_000, press.repeat()), true)
      await held.query('commit')
      await next
    } finally {
      held.release()
    }
    assert.equal(await acceptedOfAll(test.database), 600)
  })
})

/** Returns the answer if it comes within the time. */
async function within<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer | 'late'> {
  answer.catch(() => undefined)
  return await Promise.race([answer, sleep(limitMs, 'late' as const, { ref: false })])
}

/** Hooks the driver's client, so that nothing is missed that a pool sends. */
function countRounds(): { readonly sent: Sent; end(): void } {
  const sent: Sent = { rounds: 0, statements: 0 }
  const underway = new Map<unknown, number>()
  const prototype: { query: (...args: unknown[]) => unknown } = pg.Client.prototype
  const query = prototype.query
  prototype.query = function (this: unknown, ...args: unknown[]): unknown {
    const before = underway.get(this) ?? 0
    underway.set(this, before + 1)
    sent.statements++
    if (before === 0) sent.rounds++
    const answer = query.apply(this, args)
    const isOver = () => void underway.set(this, (underway.get(this) ?? 1) - 1)
    if (answer instanceof Promise) void answer.then(isOver, isOver)
    return answer
  }
  return {
    sent,
    end: () => {
      prototype.query = query
    },
  }
}
