/**
 * What faults cost: kills, a power cut, a full disk, a flipped bit, a database that hangs, a backlog sent twice. Each is made by force against a server of
 * its own, under load; figures tell what was lost (nothing may be), and how long it took. BENCH_FAULTS names some of the cases. Power cut and full
 * disk need root and Linux. The clock has no figures: server/movedClock.test.ts.
 */
import { loadavg } from 'node:os'
import { backlog } from './faults/backlog.ts'
import { diskFull } from './faults/diskFull.ts'
import { hang } from './faults/hang.ts'
import { databaseKills, productKills, serverKills } from './faults/kills.ts'
import { month } from './faults/month.ts'
import { page } from './faults/page.ts'
import { powerCut, powerCutWithoutSync } from './faults/powerCut.ts'

const CASES: Readonly<Record<string, () => Promise<void>>> = {
  serverKills,
  databaseKills,
  productKills,
  powerCut,
  powerCutWithoutSync,
  diskFull,
  page,
  hang,
  backlog,
  month,
}

const wanted = process.env['BENCH_FAULTS']?.split(',') ?? Object.keys(CASES)
for (const name of wanted) {
  console.error(`${name} begins at a load of ${loadavg()[0]?.toFixed(1)}`)
  const run = CASES[name]
  if (run === undefined) throw new Error(`there is no case ${name}; the cases are ${Object.keys(CASES).join(', ')}`)
  await run()
}
process.exit(0)
