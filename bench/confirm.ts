/**
 * Prints how long one act of confirming takes in the server: 3 segments, 2 batches, 12 lines of material, on a disk as in production; and what 200 tablets
 * wait that confirm once a second each, with the acts of a second and the processor time of one, of the API's process and of PostgreSQL apart: they say how many
 * cores the target takes, whatever else the machine does (docs/decisions/acts-a-second.md).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '#engine/time/durations.ts'
import { acceptedOfAll, createConfirmedPress, createConfirmedPresses } from '#server/testing/confirmedPress.ts'
import type { ConfirmedPress } from '#server/testing/confirmedPress.ts'
import { createDurableDatabase } from '#server/testing/durableDatabase.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { cpuMs, databaseCpuMs } from './ingest/processorTime.ts'
import { percentile, print } from './report/figure.ts'

const LIMIT_MS = 80
const ACTS = 60
const WARM_UP_ACTS = 10

const TABLETS = 200
const TABLET_LIMIT_MS = 250
const SECONDS = 10
/** Acts before it is measured: so long a process compiles what it does all day, and each connection plans its statements. */
const WARM_UP_ACTS_OF_ALL = 3
/** As the server has without settings. */
const POOL_SIZE = 10

await oneAct()
await manyTablets('of products made in batches', 'TRACKED')
await manyTablets('of products without batches', 'UNTRACKED')

async function oneAct(): Promise<void> {
  const { database, drop } = await createDurableDatabase()
  try {
    const press = await createConfirmedPress(database, ACTS + WARM_UP_ACTS)
    const times: number[] = []
    for (let act = 0; act < ACTS + WARM_UP_ACTS; act++) {
      const start = performance.now()
      await press.confirm()
      if (act >= WARM_UP_ACTS) times.push(performance.now() - start)
      await press.fold()
    }
    const bench = 'confirm 3 segments, 2 batches, 12 lines of material'
    print({ bench, value: percentile(times, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: ACTS })
    print({ bench: `${bench}, median`, value: percentile(times, 0.5), unit: 'ms', runs: ACTS })
  } finally {
    await drop()
  }
}

async function manyTablets(name: string, product: 'TRACKED' | 'UNTRACKED'): Promise<void> {
  const { database, postgres, drop } = await createDurableDatabase({ poolSize: POOL_SIZE })
  try {
    const acts = SECONDS + WARM_UP_ACTS_OF_ALL
    const size = { presses: TABLETS, acts, segments: 1, lines: 0, batches: 0, isTracked: product === 'TRACKED' } as const
    const presses = await createConfirmedPresses(database, size)
    for (let act = 0; act < WARM_UP_ACTS_OF_ALL; act++)
      await Promise.all(
        presses.map(async (press) => {
          await press.confirm()
          await press.fold()
        }),
      )
    // Of tables that hold something: in production none of them is empty.
    await gatherStatistics(postgres.url)
    const times: number[] = []
    const busy = { count: 0 }
    const began = performance.now()
    const [api, stored] = [cpuMs(process.pid), databaseCpuMs(postgres.pid)]
    await Promise.all(presses.map((press, index) => tablet(press, index / TABLETS, { times, busy })))
    const seconds = (performance.now() - began) / SECOND_MS
    const [ofApi, ofDatabase] = [(cpuMs(process.pid) - api) / times.length, (databaseCpuMs(postgres.pid) - stored) / times.length]
    const accepted = await acceptedOfAll(database)
    const expected = TABLETS * acts * 100
    if (accepted !== expected) throw new Error(`${accepted} accepted instead of ${expected}`)
    const bench = `${TABLETS} tablets confirming once a second, ${name}`
    const note = `totals are exact; the server was busy ${busy.count} times`
    const cores = Math.round((TABLETS * (ofApi + ofDatabase)) / 100) / 10
    print({ bench, value: percentile(times, 0.99), unit: 'ms p99', limit: TABLET_LIMIT_MS, runs: times.length, note })
    print({ bench: `${bench}, median`, value: percentile(times, 0.5), unit: 'ms', runs: times.length })
    print({ bench: `${bench}, acts done`, value: times.length / seconds, unit: 'acts/s', limit: TABLETS, runs: 1 })
    print({ bench: `${bench}, processor of the API`, value: ofApi, unit: 'ms an act', runs: times.length })
    print({
      bench: `${bench}, processor of the database`,
      value: ofDatabase,
      unit: 'ms an act',
      runs: times.length,
      note: `${TABLETS} acts a second are ${cores} cores; what ingest does after an act is in it as two statements`,
    })
  } finally {
    await drop()
  }
}

/** Confirms each second; one that is late begins its next act when the one before is answered, and the wait counts. */
async function tablet(
  press: ConfirmedPress,
  offset: number,
  { times, busy }: { readonly times: number[]; readonly busy: { count: number } },
): Promise<void> {
  const began = performance.now() + offset * SECOND_MS
  for (let second = 0; second < SECONDS; second++) {
    const due = began + second * SECOND_MS
    await sleep(Math.max(0, due - performance.now()))
    busy.count += (await press.confirm()) - 1
    times.push(performance.now() - due)
    await press.fold()
  }
}
