import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import type { TestApi } from '#server/graphql/testing.ts'
import { sendSamples, untilFolded } from '#server/testing/stoppedPress.ts'
import { addMachine } from '#server/testing/testMachines.ts'
import type { TestMachine } from '#server/testing/testMachines.ts'

const IDLE_KW = 2
/** The recorded days are moved by two years, to where the press of the tests has its rules. */
const MOVED_MS = 730 * 86_400_000

type Row = Readonly<Record<string, string>>
type Loss = {
  readonly id: number
  readonly timeStart: string
  readonly duration: number
  readonly reason: { readonly name: string } | null
}

const batches = read('batches.csv')
const entries = read('downtime_by_factor.csv')
const START = startOf(batches[0])
const END = Math.max(...batches.map((batch) => endOf(batch)))

/** Each batch runs its least time and then stands for all of its downtime. */
const stops = batches.map((batch) => ({
  from: minuteOf(startOf(batch)) + Number(batch['min_batch_min']),
  to: minuteOf(endOf(batch)),
  powerKw: IDLE_KW,
}))

describe('the stops of a recorded bottling line', () => {
  let api: TestApi
  let press: TestMachine
  const reasons = new Map<string, number>()

  before(async () => {
    api = await startTestApi({ ingest: true, now: () => END + 60 * MINUTE_MS })
    await api.database.pool.query(
      `insert into shift_schedule (company_id, valid_from, time_zone, shift_id, code, name, time_start, time_end) values ($1, $2, 'UTC', 1, 'D', 'Day', '00:00', '00:00')`,
      [ACME, Date.UTC(2026, 0, 1)],
    )
    press = await addMachine(api.database, ACME)
    // Between batches that do not follow each other the line is silent, after a minute that ends the last stop.
    const silent = batches.flatMap((batch, at) => {
      const next = batches[at + 1]
      return next && startOf(next) > endOf(batch) ? [{ from: minuteOf(endOf(batch)) + 1, to: minuteOf(startOf(next)), powerKw: 0 }] : []
    })
    const until = minuteOf(END) + 1
    await sendSamples(api.origin, press, { start: START, until, stops, silent })
    await untilFolded(api.database, press, END)
    for (const factor of read('factors.csv')) {
      const name = factor['description'] ?? ''
      const { data, errors } = await api.ask(`mutation { createLossReason(input: { name: "${name}" }) { id } }`)
      assert.deepEqual(errors, [])
      reasons.set(name, (data['createLossReason'] as { readonly id: number }).id)
    }
  })
  after(() => api.close())

  const losses = async (): Promise<readonly Loss[]> => {
    const { data } = await api.ask(
      '{ lossesPages(filter: { source: STATUS }, size: 200, sort: ASC) { items { id timeStart duration reason { name } } } }',
    )
    return (data['lossesPages'] as { readonly items: readonly Loss[] }).items
  }

  it('are one loss a batch that stood, to the minute', async () => {
    const stood = batches.filter((batch) => Number(batch['downtime_min']) > 0)
    assert.deepEqual(
      (await losses()).map((loss) => loss.duration / 60),
      stood.map((batch) => Number(batch['downtime_min'])),
    )
  })

  it('split among their reasons give the Pareto that was published, to the minute', async () => {
    const found = await losses()
    for (const batch of batches) {
      const own = entries.filter((entry) => entry['batch'] === batch['batch'])
      const loss = found.find((one) => startOf(batch) <= Date.parse(one.timeStart) && Date.parse(one.timeStart) < endOf(batch))
      if (own.length === 0 || loss === undefined) continue
      let at = Date.parse(loss.timeStart)
      const points = own.slice(0, -1).map((entry) => (at += Number(entry['minutes']) * MINUTE_MS))
      const pieces = own.map((entry) => `{ reasonId: ${reasons.get(entry['description'] ?? '')} }`)
      const text =
        own.length === 1
          ? `updateLoss(input: { id: ${loss.id}, reasonId: ${reasons.get(own[0]?.['description'] ?? '')} }) { id }`
          : `splitLoss(input: { id: ${loss.id}, splitPoints: [${points.map((point) => `"${new Date(point).toISOString()}"`).join()}], pieces: [${pieces.join()}] }) { id }`
      assert.deepEqual((await api.ask(`mutation { ${text} }`)).errors, [], batch['batch'] ?? '')
    }
    const { data, errors } = await api.ask(
      '{ lossesPareto(filter: { source: STATUS }) { count duration share cumulativeShare reason { name } } }',
    )
    assert.deepEqual(errors, [])
    const rows = data['lossesPareto'] as readonly {
      count: number
      duration: number
      share: number
      cumulativeShare: number
      reason: { name: string }
    }[]
    const truth = read('truth_pareto.csv')
    const told = rows.map((row) => `${row.reason.name}: ${row.duration / 60} in ${row.count}`)
    assert.deepEqual(told.toSorted(), truth.map((row) => `${row['description']}: ${row['sum']} in ${row['count']}`).toSorted())
    for (const [at, row] of rows.entries()) {
      assert.equal(row.duration / 60, Number(truth[at]?.['sum']))
      assert.equal(Math.round(row.share * 10_000) / 100, Number(truth[at]?.['share_pct']))
      // The published ones add rounded shares.
      assert.ok(Math.abs(row.cumulativeShare * 100 - Number(truth[at]?.['cum_pct'])) < 0.02)
    }
    assert.equal(
      rows.reduce((sum, row) => sum + row.count, 0),
      61,
    )
  })

  it('give each operator the availability that was published', async () => {
    const found = await losses()
    for (const truth of read('truth_by_operator.csv')) {
      const own = batches.filter((batch) => batch['operator'] === truth['operator'])
      const down = own.flatMap((batch) =>
        found.filter((loss) => startOf(batch) <= Date.parse(loss.timeStart) && Date.parse(loss.timeStart) < endOf(batch)),
      )
      const downMinutes = down.reduce((sum, loss) => sum + loss.duration / 60, 0)
      const total = own.reduce((sum, batch) => sum + (endOf(batch) - startOf(batch)) / MINUTE_MS, 0)
      assert.deepEqual(
        [own.length, total, total - downMinutes, downMinutes, Math.round((1 - downMinutes / total) * 10_000) / 100],
        [
          Number(truth['batches']),
          Number(truth['duration']),
          Number(truth['run']),
          Number(truth['down']),
          Number(truth['availability_pct']),
        ],
        truth['operator'] ?? '',
      )
    }
  })
})

function startOf(batch: Row | undefined): number {
  return Date.parse(`${batch?.['start']}Z`) + MOVED_MS
}

function endOf(batch: Row | undefined): number {
  return Date.parse(`${batch?.['end']}Z`) + MOVED_MS
}

function minuteOf(at: number): number {
  return (at - START) / MINUTE_MS
}

function read(file: string): readonly Row[] {
  const [head = '', ...lines] = readFileSync(new URL(`../../engine/fixtures/bottling/${file}`, import.meta.url), 'utf8')
    .trim()
    .split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at] ?? '', value])))
}
