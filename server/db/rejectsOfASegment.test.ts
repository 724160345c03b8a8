import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { LossInterval } from '#engine/facts.ts'
import { asId } from '#engine/ids.ts'
import type { LossAnnotationId, LossReasonId, WorkCenterId } from '#engine/ids.ts'
import { NO_LOSS_SETUP } from '#engine/loss/lossSetup.ts'
import type { LossAnnotation } from '#engine/loss/lossSetup.ts'
import type { Sample } from '#engine/sensor/sensorType.ts'
import { exampleSetup } from '#engine/testing/exampleSetup.ts'
import { factsUntil } from '#engine/testing/factsStore.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { WorkCenterSetup } from '#engine/workCenter/workCenterSetup.ts'
import { lossRows, outputRows, shiftRows } from '#server/ingest/facts/factRows.ts'
import { applyMigrationsBefore } from '#server/testing/olderSchema.ts'
import { createEmptyDatabase } from '#server/testing/testDatabase.ts'
import { migrate } from './migrate.ts'

const START = Date.UTC(2026, 4, 4, 6)
const NOW = START + 700 * MINUTE_MS
/** A shift that is over, with a reset in it, and one that goes on: 24, 16 and 18 rejects. */
const SAMPLES: readonly Sample[] = Array.from({ length: 340 }, (_, index) => index * 2).flatMap((minute) => {
  const at = START + minute * MINUTE_MS
  const isAfterReset = minute >= 300
  return [
    { at, sensor: 'POWER', value: 9 },
    { at, sensor: 'REJECTED_OUTPUT', value: isAfterReset ? Math.floor((minute - 300) / 11) : Math.floor(minute / 12) },
    { at, sensor: 'TOTAL_OUTPUT', value: isAfterReset ? 40 * (minute - 300) : 45 * minute },
  ] satisfies Sample[]
})

type Given = { readonly id: number; readonly amount: number; readonly isEach: boolean; readonly said: readonly LossAnnotation[] }

/** A press that chose nothing, one of five rejects a loss, and one that needs a reason for each. */
const WORK_CENTERS: readonly Given[] = [
  { id: 1, amount: 1, isEach: false, said: [said(7, 37, 1), said(5, 60, 1), said(3, 650, 2)] },
  { id: 2, amount: 5, isEach: false, said: [said(8, 110, 4)] },
  { id: 3, amount: 1, isEach: true, said: [said(9, 48, 1)] },
  { id: 4, amount: 1, isEach: false, said: [] },
]

function said(id: number, minute: number, units: number): LossAnnotation {
  const start = START + minute * MINUTE_MS
  return {
    id: asId<LossAnnotationId>(id),
    source: 'OUTPUT',
    start,
    end: start + 20 * MINUTE_MS,
    startsWithStop: true,
    endsWithStop: true,
    reasonId: asId<LossReasonId>(1 + (id % 2)),
    isManual: false,
    shareMs: null,
    shareUnits: units,
  }
}

function setupOf({ id, said: annotations, isEach, amount }: Given, isNew: boolean): WorkCenterSetup {
  const base = exampleSetup()
  const rejectionAmount = isEach ? 1 : isNew && amount === 1 ? null : amount
  const confirmation = { start: START, end: START + 300 * MINUTE_MS, jobOrderId: null, accepted: 900, rejected: 26, isClosing: true }
  return {
    ...base,
    workCenterId: asId<WorkCenterId>(id),
    output: { ...base.output, rejectionAmount },
    losses: { ...NO_LOSS_SETUP, annotations: annotations.toSorted((a, b) => a.start - b.start) },
    jobs: { ...base.jobs, confirmations: id === 4 ? [confirmation] : [] },
  }
}

/** The rows of the losses of rejects as the version before wrote them, or as this one does. */
function rejectsOf(given: Given, isNew: boolean): readonly LossInterval[] {
  return factsUntil(SAMPLES, NOW, setupOf(given, isNew)).losses.filter(({ source }) => source === 'OUTPUT')
}

const SUMS = `select work_center_id, chain_start_at, annotation_id, reason_id, comment, is_approved, sum(quantity)::float8 as quantity,
  sum(duration_ms)::float8 as duration_ms, min(id) as id from loss where source = 'OUTPUT' group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3`
type Sum = { readonly work_center_id: number; readonly annotation_id: string | null; readonly id: string }

/** The loss of an open segment without what is only right when it is written the next time, a moment later. */
function shownOfOpen<Row extends { readonly end: number | null; readonly isProvisional: boolean }>(row: Row) {
  return { ...row, end: null, isProvisional: null }
}

describe('the losses of single rejects that an older version stored', () => {
  let older: Awaited<ReturnType<typeof createEmptyDatabase>>
  let client: pg.Client
  let sums: readonly Sum[]

  before(async () => {
    older = await createEmptyDatabase()
    client = new pg.Client({ connectionString: older.url })
    await client.connect()
    await applyMigrationsBefore(client, '0010')
    await client.query(`insert into company (id, name, country) values ('DEFLT', 'Acme', 'ua')`)
    await client.query(
      `insert into loss_reason (company_id, name, category) values ('DEFLT', 'Burr', 'QUALITY'), ('DEFLT', 'Crack', 'QUALITY')`,
    )
    for (const given of WORK_CENTERS) await store(given)
    await client.query(`update shift set status = 'CONFIRMED' where start_at = $1`, [START])
    sums = (await client.query<Sum>(SUMS)).rows
    await migrate(older.url)
  })
  after(async () => {
    await client.end()
    await older.drop()
  })

  async function store(given: Given): Promise<void> {
    await client.query(
      `insert into work_center (company_id, name, rejection_amount, require_reason_for_each_rejection) values ('DEFLT', 'Press', $1, $2)`,
      [given.amount, given.isEach],
    )
    const setup = setupOf(given, false)
    const facts = factsUntil(SAMPLES, NOW, setup)
    const owned = { setup, facts: { changedFrom: START, ...facts } }
    await insert('loss', lossRows(owned))
    await insert('output_segment', outputRows(owned))
    await insert('shift', shiftRows(owned, NOW))
    const rows = given.said.map((one) => ({
      company_id: 'DEFLT',
      id: one.id,
      work_center_id: given.id,
      source: one.source,
      start_at: one.start,
      end_at: one.end,
      reason_id: one.reasonId,
      share_units: one.shareUnits,
      comment: `word ${one.id}`,
      is_approved: one.id === 7,
    }))
    await insert('loss_annotation', rows)
    await client.query(
      `update loss l set comment = a.comment, is_approved = a.is_approved, version = 4 from loss_annotation a where a.id = l.annotation_id`,
    )
  }

  async function insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    if (rows.length === 0) return
    // Columns of later versions were not there.
    const { rows: there } = await client.query<{ name: string }>(
      'select column_name as name from information_schema.columns where table_name = $1',
      [table],
    )
    const columns = Object.keys(rows[0] ?? {})
      .filter((column) => there.some(({ name }) => name === column))
      .join(', ')
    await client.query(
      `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }

  it('were many, of which people had said something of a few', () => {
    const count = (id: number) => rejectsOf(WORK_CENTERS[id - 1] ?? assert.fail(), false).length
    assert.ok(count(1) > 40 && count(4) > 40)
    assert.deepEqual(
      sums
        .filter((one) => one.annotation_id !== null)
        .map((one) => Number(one.annotation_id))
        .sort((a, b) => a - b),
      [3, 5, 7, 8, 9],
    )
  })

  it('keep units, worth, reasons, words, approvals and ids in sum, also in confirmed shifts', async () => {
    const { rows } = await client.query<Sum>(SUMS)
    assert.deepEqual(rows, sums)
  })

  it('are what this version makes of the same samples and words', async () => {
    for (const given of WORK_CENTERS) {
      const { rows } = await client.query<{ start: number; end: number | null; isProvisional: boolean }>(
        `select start_at::float8 as start, end_at::float8 as end, part, quantity::float8 as quantity, duration_ms::float8 as "durationMs",
           annotation_id::int as "annotationId", reason_id as "reasonId", is_provisional as "isProvisional", level, kind, reason_source as "reasonSource"
         from loss where source = 'OUTPUT' and work_center_id = $1 order by start_at, part`,
        [given.id],
      )
      const wanted = rejectsOf(given, true).map(
        ({ start, end, part, quantity, durationMs, annotationId, reasonId, isProvisional, level, kind, reasonSource }) => {
          const all = { start, end, part, quantity, durationMs, annotationId, reasonId, isProvisional, level, kind, reasonSource }
          return end === NOW ? shownOfOpen(all) : all
        },
      )
      const openFrom = START + 480 * MINUTE_MS
      assert.deepEqual(
        rows.map((row) => (row.start === openFrom && given.amount === 1 && !given.isEach ? shownOfOpen(row) : row)),
        wanted,
      )
    }
  })

  it('have a setting that may be left out, which it is wherever it was 1', async () => {
    const { rows } = await client.query<{ rejection_amount: number | null }>('select rejection_amount from work_center order by id')
    assert.deepEqual(
      rows.map((row) => row.rejection_amount),
      [null, 5, null, null],
    )
  })
})
