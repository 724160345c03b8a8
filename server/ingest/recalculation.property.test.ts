import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { createLog } from '#server/log.ts'
import { createLiveBus } from '#server/realtime/liveBus.ts'
import { markForRecalculation } from '#server/recalculation/recalculation.store.ts'
import { derivedRows, foldFromScratch, inRowOrder, storedRows } from '#server/testing/expectedFacts.ts'
import type { DerivedTables } from '#server/testing/expectedFacts.ts'
import { assertEventsFollow } from '#server/testing/standingEvents.ts'
import { createTestDatabase } from '#server/testing/testDatabase.ts'
import type { TestDatabase } from '#server/testing/testDatabase.ts'
import { addCompany, addMachine, eventually } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'
import { addConfirmation } from '#server/testing/addConfirmation.ts'
import { outsideOf } from './facts/frozenShifts.ts'
import type { FrozenRange } from './facts/frozenShifts.ts'
import { startIngest } from './ingest.ts'
import type { Ingest } from './ingest.ts'
import { setupAfter } from './setup/setupAfter.ts'
import { workCenterKey } from './setup/setupQuery.ts'
import { loadSetups } from './setupStore.ts'

const HOUR = 60 * MINUTE_MS
const FIRST = Date.UTC(2026, 4, 4, 5)
const HOURS = 40
const NOW = FIRST + (HOURS + 3) * HOUR
/** The morning shift of the first day, which some runs confirm. */
const SHIFT: FrozenRange = { start: FIRST + HOUR, end: FIRST + 9 * HOUR }

/** A machine that runs, idles, stops and is silent in turns; every fifth quarter of an hour arrives late. */
const SAMPLES: readonly Sample[] = Array.from({ length: HOURS * 30 }, (_, index) => index).flatMap((index): Sample[] => {
  const at = FIRST + index * 2 * MINUTE_MS
  const phase = Math.floor(index / 11) % 7
  if (phase === 5 && index % 3 === 0) return []
  const power = phase === 2 ? 2.5 : phase === 3 ? 0.2 : 9 + (index % 4)
  return [
    { at, sensor: 'POWER', value: power },
    { at, sensor: 'TOTAL_OUTPUT', value: 40 * (index - Math.floor(index / 77) * 22) },
    { at, sensor: 'REJECTED_OUTPUT', value: Math.floor(index / 9) },
  ]
})
const BATCHES = 6
const batchOf = ({ at }: Sample): number => {
  const quarter = Math.floor((at - FIRST) / (15 * MINUTE_MS))
  return quarter % 5 === 0 ? (Math.floor(quarter / 5) % BATCHES) + 1 : 0
}

type Edit =
  | { readonly kind: 'annotate'; readonly from: number; readonly minutes: number; readonly reason: number; readonly follows: boolean }
  | { readonly kind: 'reannotate' | 'withdraw' | 'flag'; readonly pick: number }
  | { readonly kind: 'tracking'; readonly reason: number; readonly minutes: number }
  | { readonly kind: 'speed'; readonly perMin: number }
  | { readonly kind: 'run' | 'confirmOutput' | 'manual' | 'electrical'; readonly from: number; readonly minutes: number }
  | { readonly kind: 'schedule' }
  | { readonly kind: 'late'; readonly batch: number }
  | { readonly kind: 'reject'; readonly pick: number; readonly units: number }
  | { readonly kind: 'amount'; readonly amount: number | null }
  | { readonly kind: 'confirm' | 'reopen' }

const minute = fc.integer({ min: 10, max: HOURS * 60 - 200 })
const span = fc.integer({ min: 3, max: 190 })
const reason = fc.integer({ min: 0, max: 3 })
const pick = fc.integer({ min: 0, max: 9 })
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('annotate' as const), from: minute, minutes: span, reason, follows: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('reannotate' as const, 'withdraw' as const, 'flag' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tracking' as const), reason, minutes: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('speed' as const), perMin: fc.integer({ min: 20, max: 60 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('run' as const, 'confirmOutput' as const, 'manual' as const, 'electrical' as const),
      from: minute,
      minutes: span,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('schedule' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reject' as const), pick, units: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('amount' as const), amount: fc.constantFrom(null, 1, 4) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('late' as const), batch: fc.integer({ min: 1, max: BATCHES }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('confirm' as const, 'reopen' as const) }) },
)

suite('any history of edits and late samples comes to what one fold over all samples gives', { timeout: 300_000 }, () => {
  let given: TestDatabase
  let ingest: Ingest
  let app: FastifyInstance
  let companies = 0

  before(async () => {
    given = await createTestDatabase()
    ingest = await startIngest({
      config: { host: '127.0.0.1', mqttPort: 0 },
      database: given.database,
      live: createLiveBus(),
      log: createLog('warn'),
      now: () => NOW,
    })
    app = fastify()
    await ingest.register(app)
  })
  after(async () => {
    await app.close()
    await ingest.close()
    await given.drop()
  })

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await given.database.pool.query<Record<string, number>>(text, [...values])).rows

  const send = async (machine: TestMachine, samples: readonly Sample[]): Promise<void> => {
    const byInstant = Map.groupBy(samples, (sample) => sample.at)
    const messages = [...byInstant].map(([at, all]) => ({
      at,
      values: Object.fromEntries(all.map(({ sensor, value }) => [sensor, value])),
    }))
    for (let first = 0; first < messages.length; first += 1_000) {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/devices/${machine.deviceId}/telemetry`,
        headers: { authorization: `Bearer ${machine.secret}`, 'content-type': 'application/json' },
        payload: JSON.stringify(messages.slice(first, first + 1_000)),
      })
      assert.equal(answer.statusCode, 202, answer.body)
    }
  }

  test('statuses, losses, output, shifts and hours alike', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 3, maxLength: 9 }), async (edits) => {
        const history = await beginHistory()
        for (const one of edits) await history.apply(one)
        await history.assertSameAsFromScratch()
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  async function beginHistory() {
    companies++
    const companyId = await addCompany(given.database, `P${String(companies).padStart(4, '0')}`)
    const machine = await addMachine(given.database, companyId)
    const reasons = await query(
      `insert into loss_reason (company_id, name, type, is_small_stop, include_in_oee_calculation, activity_types)
       values ($1, 'Jam', 'UNPLANNED', false, true, '{BREAKDOWN_TIME}'), ($1, 'Break', 'PLANNED', false, false, '{}'),
         ($1, 'Short', 'UNPLANNED', true, true, '{}'), ($1, 'Setup', 'PLANNED', false, true, '{SETUP_TIME}') returning id`,
      [companyId],
    )
    const [rule] = await query(`select id from status_rule where company_id = $1 and name = 'Idle'`, [companyId])
    const owner = [companyId, machine.workCenterId]
    const sent = new Set([0])
    let frozen: DerivedTables | null = null
    await send(
      machine,
      SAMPLES.filter((sample) => batchOf(sample) === 0),
    )
    await eventually(async () =>
      (await query('select 1 from shift where work_center_id = $1', owner.slice(1))).length > 3 ? true : undefined,
    )

    const mark = async (from: number, to: number | null): Promise<void> => {
      await given.database.inTenant(companyId, (tenant) =>
        markForRecalculation(tenant, [{ workCenterId: machine.workCenterId, from, to, cause: 'TEST' }], asId<UserId>(NOBODY)),
      )
      await ingest.reload({ companyId, workCenterId: machine.workCenterId }, { wait: true })
    }
    const annotations = () =>
      query('select id, start_at, end_at from loss_annotation where company_id = $1 and work_center_id = $2 order by id', owner)
    const insertOnce = async (text: string, values: readonly unknown[]): Promise<boolean> =>
      given.database.pool.query(text, [...values]).then(
        () => true,
        (error: unknown) => {
          // Two of a kind may not overlap: then the edit is one that people are refused.
          assert.match(String(error), /exclusion constraint|duplicate key/)
          return false
        },
      )

    const setup = () => setupOf(0)
    const setupOf = async (since: number) => {
      const loaded = (await loadSetups(given.database.pool, [{ companyId, workCenterId: machine.workCenterId, since }])).get(
        workCenterKey({ companyId, workCenterId: machine.workCenterId }),
      )
      assert.ok(loaded)
      return loaded.setup
    }
    const expected = async (): Promise<{ tables: DerivedTables; setup: Awaited<ReturnType<typeof setup>> }> => {
      const present = await setup()
      const all = foldFromScratch(
        SAMPLES.filter((sample) => sent.has(batchOf(sample))),
        present,
        NOW,
      )
      const key = workCenterKey(present)
      const free = derivedRows(frozen === null ? all : outsideOf(all, present, new Map([[key, [SHIFT]]])), present, NOW)
      return { tables: free, setup: present }
    }
    const isInShift = (row: Readonly<Record<string, unknown>>): boolean =>
      Number(row['start_at']) >= SHIFT.start && Number(row['start_at']) < SHIFT.end
    const part = (tables: DerivedTables, isWanted: (row: Readonly<Record<string, unknown>>) => boolean): DerivedTables =>
      Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.filter(isWanted)]))
    /** Intervals cut at the borders of the confirmed shift, so that it does not matter whether a row is stored as two. */
    const cut = (tables: DerivedTables): DerivedTables => ({
      ...tables,
      status_interval: (tables['status_interval'] ?? []).flatMap((row) => {
        const points = [SHIFT.start, SHIFT.end].filter((at) => at > Number(row['start_at']) && at < Number(row['end_at'] ?? Infinity))
        const starts = [Number(row['start_at']), ...points]
        return starts.map((start, index) => ({ ...row, start_at: start, end_at: starts[index + 1] ?? row['end_at'] ?? null }))
      }),
    })
    const stored = async () => {
      const { tables, setup: present } = await expected()
      return storedRows(given.database, tables, present)
    }

    return {
      async apply(one: Edit): Promise<void> {
        const at = 'from' in one ? FIRST + one.from * MINUTE_MS : 0
        const end = 'from' in one ? at + one.minutes * MINUTE_MS : 0
        switch (one.kind) {
          case 'annotate': {
            const [said] = [reasons[one.reason]?.['id']]
            const text = `insert into loss_annotation (company_id, work_center_id, start_at, end_at, reason_id, comment, starts_with_stop, ends_with_stop)
              values ($1, $2, $3, $4, $5, 'said', $6, $6)`
            if (await insertOnce(text, [...owner, at, end, said, one.follows])) await mark(at, end)
            return
          }
          case 'reannotate':
          case 'withdraw': {
            const all = await annotations()
            const chosen = all[one.pick % Math.max(1, all.length)]
            if (chosen === undefined) return
            if (one.kind === 'withdraw') await query('delete from loss_annotation where id = $1', [chosen['id']])
            else
              await query(`update loss_annotation set reason_id = $2, comment = 'said again', version = version + 1 where id = $1`, [
                chosen['id'],
                reasons[one.pick % 4]?.['id'],
              ])
            return mark(chosen['start_at'] ?? 0, chosen['end_at'] ?? null)
          }
          case 'flag':
            await query(
              'update loss_reason set include_in_oee_calculation = not include_in_oee_calculation where company_id = $1 and id = $2',
              [companyId, reasons[one.pick % 4]?.['id']],
            )
            return mark(0, null)
          case 'tracking':
            await query('delete from loss_tracking_rule where company_id = $1', [companyId])
            await query(
              `with rule as (insert into loss_tracking_rule (company_id, work_center_id, status_rule_id, valid_from) values ($1, $2, $3, 0) returning company_id, id)
               insert into loss_tracking_row (company_id, loss_tracking_rule_id, from_ms, to_ms, loss_reason_id)
               select company_id, id, 0, $4::bigint, $5::integer from rule union all select company_id, id, $4::bigint, null, $6::integer from rule`,
              [...owner, rule?.['id'], one.minutes * MINUTE_MS, reasons[one.reason]?.['id'], reasons[(one.reason + 1) % 4]?.['id']],
            )
            return mark(0, null)
          case 'speed':
            await query('update work_center set target_speed = $3 where company_id = $1 and id = $2', [...owner, one.perMin])
            return mark(0, null)
          case 'run': {
            const [order] = await query(
              `insert into job_order (company_id, work_center_id, order_code, plan_cycle_time_ms) values ($1, $2, gen_random_uuid()::text, 1200) returning id`,
              owner,
            )
            await query(
              `insert into job_order_run (company_id, work_center_id, job_order_id, start_at, end_at) values ($1, $2, $3, $4, $5)`,
              [...[...owner, order?.['id'], at, end]],
            )
            return mark(at, end)
          }
          case 'confirmOutput': {
            const [segment] = await query(
              'select start_at, end_at from output_segment where company_id = $1 and work_center_id = $2 and start_at <= $3 and end_at > $3',
              [...owner, at],
            )
            if (segment === undefined) return
            const stretch = { start: segment['start_at'] ?? 0, end: segment['end_at'] ?? null }
            const [companyId, workCenterId] = [String(owner[0]), Number(owner[1])]
            const said = { companyId, workCenterId, ...stretch, accepted: one.minutes, rejected: 3, isClosing: true }
            await addConfirmation((text, values) => query(text, [...values]), said)
            return mark(segment['start_at'] ?? 0, segment['end_at'] ?? null)
          }
          case 'manual': {
            const text =
              'insert into manual_status (company_id, work_center_id, start_at, end_at, status_rule_id) values ($1, $2, $3, $4, $5)'
            if (await insertOnce(text, [...owner, at, end, rule?.['id']])) await mark(at, null)
            return
          }
          case 'electrical': {
            const text =
              'insert into electrical_version (company_id, work_center_id, valid_from, nominal_power, idle_load_threshold) values ($1, $2, $3, 20, 25)'
            if (await insertOnce(text, [...owner, at])) await mark(0, null)
            return
          }
          case 'schedule': {
            const from = FIRST + 25 * HOUR
            const text = `insert into shift_schedule (company_id, work_center_id, valid_from, time_zone, shift_id, code, name, time_start, time_end)
              values ($1, $2, $3, 'UTC', 1, 'D', 'Day', '06:00', '18:00')`
            if (await insertOnce(text, [...owner, from])) await mark(from - 24 * HOUR, null)
            return
          }
          case 'reject': {
            const rejects = await query(
              `select start_at, end_at from loss where company_id = $1 and work_center_id = $2 and source = 'OUTPUT' order by start_at, part`,
              owner,
            )
            const chosen = rejects[one.pick % Math.max(1, rejects.length)]
            if (chosen === undefined) return
            await query(
              `insert into loss_annotation (company_id, work_center_id, source, start_at, end_at, share_units, comment)
               values ($1, $2, 'OUTPUT', $3, $4, $5, 'rejects')`,
              [...owner, chosen['start_at'], chosen['end_at'], one.units],
            )
            return mark(chosen['start_at'] ?? 0, chosen['end_at'] ?? null)
          }
          case 'amount':
            await query('update work_center set rejection_amount = $3 where company_id = $1 and id = $2', [...owner, one.amount])
            return mark(0, null)
          case 'late':
            if (sent.has(one.batch)) return
            sent.add(one.batch)
            return send(
              machine,
              SAMPLES.filter((sample) => batchOf(sample) === one.batch),
            )
          case 'confirm': {
            if (frozen !== null) return
            await settled()
            await query(`update shift set status = 'CONFIRMED' where company_id = $1 and work_center_id = $2 and start_at = $3`, [
              ...owner,
              SHIFT.start,
            ])
            frozen = part(cut(await stored()), isInShift)
            return
          }
          case 'reopen':
            if (frozen === null) return
            await query(`update shift set status = 'UNCONFIRMED' where company_id = $1 and work_center_id = $2 and start_at = $3`, [
              ...owner,
              SHIFT.start,
            ])
            frozen = null
            return mark(SHIFT.start, SHIFT.end)
        }
      },
      async assertSameAsFromScratch(): Promise<void> {
        await settled()
        assert.ok((await assertEventsFollow(given.database, machine.workCenterId)) > 50)
        const since = FIRST + 20 * HOUR
        const known = await setupOf(since)
        assert.deepEqual(known, setupAfter(await setupOf(0), since), 'what is read of late is what is left of all')
        const rows = await query('select 1 from recalculation where company_id = $1', [companyId])
        assert.equal(rows.length, 0, 'no mark is left')
        const carried = new Set(
          (await query('select annotation_id from loss where company_id = $1', [companyId])).map((row) => row['annotation_id']),
        )
        for (const one of await query('select id, is_valid::int as valid from loss_annotation where company_id = $1', [companyId]))
          assert.equal(one['valid'] === 1, carried.has(one['id']), `annotation ${one['id']} is valid while a loss carries it`)
        const [late] = await query('select late_samples as count from shift where company_id = $1 and start_at = $2', [
          companyId,
          SHIFT.start,
        ])
        if (frozen === null) assert.equal(late?.['count'], 0, 'late samples of an open shift are in its figures')
        const comments = await query(
          `select count(*)::int as count from loss l left join loss_annotation a on a.company_id = l.company_id and a.id = l.annotation_id
           where l.company_id = $1 and l.comment is distinct from a.comment and not exists (
             select from shift s where s.company_id = l.company_id and s.work_center_id = l.work_center_id and s.start_at = l.shift_start_at and s.status = 'CONFIRMED')`,
          [companyId],
        )
        assert.equal(comments[0]?.['count'], 0, 'what was said is on the loss')
      },
    }

    /** Waits until the stored facts are as required; reports the differences if that does not happen. */
    async function settled(): Promise<void> {
      const look = async () => {
        const { tables, setup: present } = await expected()
        const found = cut(await storedRows(given.database, tables, present))
        const wanted = cut(frozen === null ? tables : joined(tables, frozen))
        return { found, wanted }
      }
      await eventually(async () => {
        const { found, wanted } = await look()
        return JSON.stringify(found) === JSON.stringify(wanted) ? true : undefined
      }, 20_000).catch(async () => {
        const { found, wanted } = await look()
        assert.deepEqual(found, wanted)
      })
    }
  }
})

const NOBODY = '00000000-0000-4000-8000-000000000009'

function joined(free: DerivedTables, frozen: DerivedTables): DerivedTables {
  return Object.fromEntries(Object.entries(free).map(([table, rows]) => [table, [...rows, ...(frozen[table] ?? [])].toSorted(inRowOrder)]))
}
