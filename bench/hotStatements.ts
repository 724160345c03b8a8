/**
 * What PostgreSQL does for the statements on the way of a sample, and for those of events and consumers that run with each commit and each second, with a month of history, ten and a hundred:
 * pages touched and rows read. What needs the present only must not touch more with more history.
 */
import { asId } from '#engine/ids.ts'
import type { CompanyId } from '#engine/ids.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { explainEverything } from '#server/testing/explainedStatements.ts'
import type { ExplainedStatement } from '#server/testing/explainedStatements.ts'
import { copyIntoThePast, keepEvents, startIdleConsumer } from '#server/testing/longHistory.ts'
import { recordMonth } from '#server/testing/recordedMonth.ts'
import { median, print } from './report/figure.ts'

const SCALES = (process.env['BENCH_SCALES'] ?? '1,10,100').split(',').map(Number)
const ROUNDS = 7
/** Marks and setups are looked for each five seconds. */
const LOOK_MS = 6_000
const NOW = Date.UTC(2026, 5, 1, 6)
const COMPANY = asId<CompanyId>('MONTH')
const HOT = /domain_event|event_position|recalculation|pg_notify|chain_start_at|setup_version|pg_inherits/

const OF_A_SAMPLE =
  /ingest_log|ingest_partition|sample_chunk|sensor|energy_progress|status_interval|hour_record|output_segment|shift|loss|engine_|quarantine|domain_event/

for (const scale of SCALES) {
  const durable = await createDurableDatabase()
  const heard = await explainEverything(durable.postgres.url)
  try {
    const month = await recordMonth(durable.database, COMPANY, NOW)
    await copyIntoThePast(durable.postgres.url, COMPANY, scale - 1)
    await month.sendMinute()
    heard.take()
    for (let round = 0; round < ROUNDS; round++) await month.sendMinute()
    report(scale, 'a minute of samples', heard.take(), OF_A_SAMPLE)
    const consumer = await startIdleConsumer(durable.database, 'bench')
    await month.classifyStop()
    heard.take()
    for (let round = 0; round < ROUNDS; round++) await month.classifyStop()
    report(scale, 'a stop is classified', heard.take())
    await consumer.takeAll()
    report(scale, 'a consumer takes what is new', heard.take())
    for (let round = 0; round < ROUNDS; round++) await consumer.takeAll()
    report(scale, 'a consumer finds nothing', heard.take())
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    report(scale, 'marks are looked for', heard.take())
    await keepEvents(durable.database)
    report(scale, 'retention of events', heard.take())
    await consumer.close()
    await month.close()
  } finally {
    heard.end()
    await durable.drop()
  }
}

function report(scale: number, when: string, statements: readonly ExplainedStatement[], hot = HOT): void {
  const byText = Map.groupBy(
    statements.filter(({ text }) => hot.test(text)),
    ({ text }) => text,
  )
  for (const [text, runs] of byText) {
    const worst = runs.toSorted((one, other) => other.pages - one.pages)[0]
    print({
      bench: `${when}, ${scale} x history: ${text.slice(0, 90)}`,
      value: median(runs.map(({ pages }) => pages)),
      unit: 'pages',
      runs: runs.length,
      note: `${median(runs.map(({ ms }) => ms))} ms; ${[...new Set(worst?.scans)].join(', ')}`,
    })
  }
}
