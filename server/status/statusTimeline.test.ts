import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { asId } from '#engine/ids.ts'
import type { CompanyId, WorkCenterId } from '#engine/ids.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { statusTimeline } from './statusTimeline.service.ts'
import type { StoredStatus } from './statusInterval.store.ts'

const ACME = asId<CompanyId>('ACME1')
const NOW = 1_000_000

/** A stored interval; `rule` counts from 0 for a status of its own, null for off. */
type Stored = { readonly start: number; readonly end: number | null; readonly rule: number | null }

describe('a long timeline', () => {
  let db: TestDatabase
  let press: WorkCenterId
  let rules: readonly number[]
  before(async () => {
    db = await createTestDatabase()
    const { pool } = db.database
    await pool.query(`insert into company (id, name, country) values ('ACME1', 'Acme', 'pl'), ('OTHER', 'Other', 'pl')`)
    const made = await pool.query<{ id: number }>(`insert into work_center (company_id, name) values ('ACME1', 'Press') returning id`)
    press = asId<WorkCenterId>(made.rows[0]?.id ?? 0)
    const { rows } = await pool.query<{ id: number }>(
      `insert into status_rule (company_id, work_center_id, name, color, range_type)
       select 'ACME1', $1, 'Status ' || n, '#1E8D56', 'POWER' from generate_series(0, 2) n returning id`,
      [press],
    )
    rules = rows.map(({ id }) => id)
    // The first is effective from 500 s on; the others never are.
    await pool.query(
      `insert into status_rule_version (company_id, status_rule_id, valid_from, min_value, max_value, min_event_duration_seconds, is_effective,
         is_scheduled_loss, need_generate_event_by_state)
       select 'ACME1', rule, from_at, 1, 2, 0, effective, false, true
       from (values ($1::int, 0::int8, false), ($1, 500000, true), ($2, 0, false), ($3, 0, false)) as v (rule, from_at, effective)`,
      [...rules],
    )
  })
  after(() => db.drop())

  const store = async (stored: readonly Stored[]) => {
    await db.database.pool.query('delete from status_interval')
    await db.database.pool.query(
      `insert into status_interval (company_id, work_center_id, start_at, end_at, kind, status_rule_id)
       select 'ACME1', $1, * from unnest($2::int8[], $3::int8[], $4::text[], $5::int[])`,
      [
        press,
        stored.map(({ start }) => start),
        stored.map(({ end }) => end),
        stored.map(({ rule }) => (rule === null ? 'OFF' : 'RULE')),
        stored.map(({ rule }) => (rule === null ? null : rules[rule])),
      ],
    )
  }
  const timeline = (start: number, end: number, maxIntervals = 2000) =>
    statusTimeline({ database: db.database, now: () => NOW }, ACME, { workCenterId: press, start, end }, maxIntervals)
  const shown = (statuses: readonly StoredStatus[]) =>
    statuses.map(({ start, end, statusRuleId, mergedCount }) => [
      start,
      end,
      statusRuleId === null ? null : rules.indexOf(statusRuleId),
      mergedCount,
    ])

  it('is clipped to its period, with neighbours of one status joined', async () => {
    await store([
      { start: 0, end: 100_000, rule: 1 },
      { start: 100_000, end: 150_000, rule: 2 },
      { start: 150_000, end: 180_000, rule: 2 },
      { start: 200_000, end: 300_000, rule: 2 },
      { start: 300_000, end: 400_000, rule: null },
      { start: 400_000, end: null, rule: 1 },
    ])
    assert.deepEqual(shown(await timeline(50_000, 350_000)), [
      [50_000, 100_000, 1, 1],
      [100_000, 180_000, 2, 2],
      [200_000, 300_000, 2, 1],
      [300_000, 350_000, null, 1],
    ])
    assert.deepEqual(shown(await timeline(390_000, 450_000)), [
      [390_000, 400_000, null, 1],
      [400_000, 450_000, 1, 1],
    ])
    assert.deepEqual(shown(await timeline(500_000, 2_000_000)), [[500_000, null, 1, 1]], 'what lasts now has no end')
    assert.deepEqual(shown(await timeline(180_000, 200_000)), [], 'a hole')
    assert.deepEqual(shown(await timeline(NOW, NOW + 1000)), [], 'nothing of what is to come')
    assert.deepEqual(
      await statusTimeline(
        { database: db.database, now: () => NOW },
        asId<CompanyId>('OTHER'),
        { workCenterId: press, start: 0, end: NOW },
        9,
      ),
      [],
    )
  })

  it('tells versions of a rule apart, and gives each stretch the reason of its loss', async () => {
    const { pool } = db.database
    await store([
      { start: 300_000, end: 500_000, rule: 0 },
      { start: 500_000, end: 700_000, rule: 0 },
      { start: 700_000, end: 800_000, rule: 1 },
    ])
    const { rows } = await pool.query<{ id: number }>(
      `insert into loss_reason (company_id, name, color) values ('ACME1', 'Jam', '#D73226') returning id`,
    )
    await pool.query(
      `insert into loss (company_id, work_center_id, source, kind, start_at, end_at, chain_start_at, shift_start_at, reason_id)
       values ('ACME1', $1, 'STATUS', 'RULE', 700000, 800000, 700000, 0, $2)`,
      [press, rows[0]?.id],
    )
    const found = await timeline(0, 750_000)
    assert.deepEqual(
      found.map(({ start, end, isEffective, reasonId }) => [start, end, isEffective, reasonId]),
      [
        [300_000, 500_000, false, null],
        [500_000, 700_000, true, null],
        [700_000, 750_000, false, rows[0]?.id],
      ],
    )
    const clipped = await timeline(720_000, 750_000)
    assert.equal(clipped[0]?.reasonId, rows[0]?.id, 'also of one that began before the period')
    await pool.query('delete from loss')
  })

  it('keeps all of the time, whatever it is gathered to', async () => {
    const timelines = fc.array(fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.option(fc.nat(2)), fc.integer({ min: 0, max: 19 })), {
      minLength: 1,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(
        timelines,
        fc.integer({ min: 1, max: 12 }),
        fc.nat(200_000),
        fc.integer({ min: 1, max: 300_000 }),
        async (parts, cap, start, length) => {
          let at = 0
          const stored = parts.map(([duration, rule, gap], index): Stored => {
            const begun = at + (gap === 0 ? 500 : 0)
            at = begun + duration
            return { start: begun, end: index === parts.length - 1 && gap > 15 ? null : at, rule }
          })
          await store(stored)
          const end = start + length
          const whole = await timeline(start, end, 5000)
          const thin = await timeline(start, end, cap)
          const holes = whole.filter((one, index) => index > 0 && whole[index - 1]?.end !== one.start).length
          assert.ok(thin.length <= Math.max(cap, holes + 1), 'no more than asked for')
          assert.equal(thin[0]?.start, whole[0]?.start, 'the start of the period')
          assert.equal(thin.at(-1)?.end, whole.at(-1)?.end, 'its end')
          const total = (all: readonly StoredStatus[]) => all.reduce((sum, one) => sum + (one.end ?? NOW) - one.start, 0)
          const clipped = stored.reduce((sum, one) => sum + Math.max(0, Math.min(one.end ?? NOW, end, NOW) - Math.max(one.start, start)), 0)
          assert.deepEqual([total(thin), total(whole)], [clipped, clipped], 'all of the time')
          const count = stored.filter((one) => one.start < Math.min(end, NOW) && (one.end ?? NOW) > start).length
          for (const all of [thin, whole])
            assert.equal(
              all.reduce((sum, one) => sum + one.mergedCount, 0),
              count,
              'every interval once',
            )
          if (whole.length <= cap) assert.deepEqual(thin, whole, 'nothing is taken from what is few')
          const kinds = new Set(whole.map((one) => `${one.statusRuleId}/${one.isEffective}`))
          const timeOf = (all: readonly StoredStatus[]) =>
            [...kinds].map((kind) => total(all.filter((one) => `${one.statusRuleId}/${one.isEffective}` === kind)))
          if (cap >= (holes + 1) * kinds.size + 2) assert.deepEqual(timeOf(thin), timeOf(whole), 'the time of every status')
        },
      ),
      { numRuns: 40 },
    )
  })

  it('refuses what would be too much, with the field and the range', async () => {
    const refusal = async (start: number, end: number, cap: number) => {
      try {
        await timeline(start, end, cap)
        return null
      } catch (error) {
        assert.ok(error instanceof Error && 'code' in error && 'field' in error && 'params' in error)
        return [error.code, error.field, error.params]
      }
    }
    for (const cap of [0, -1, 5001, 2 ** 31 - 1]) {
      assert.deepEqual(await refusal(0, 10, cap), ['VALUE_OUT_OF_RANGE', 'maxIntervals', { value: cap, min: 1, max: 5000 }])
    }
    for (const [start, end] of [
      [10, 10],
      [10, 9],
      [0, 400 * DAY_MS + 1],
    ] as const) {
      assert.deepEqual(await refusal(start, end, 100), ['INVALID_PERIOD', 'period', { maxDays: 400 }])
    }
    assert.equal(await refusal(NOW - 400 * DAY_MS, NOW, 5000), null)
  })
})
