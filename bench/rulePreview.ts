/** Prints how long it takes to try a rule on the past: one of stops, of phases and of a battery, which are judged value by value, also of a device that tells more often. */
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import type { RuleType } from '#engine/notification/notificationType.ts'
import { previewDays } from '#engine/notification/previewDays.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import { encodeSeries } from '#server/sensor/sampleCodec.ts'
import { addCompany, addMachine } from '#server/testing/testMachines.ts'
import { gatherStatistics } from '#server/testing/millionLosses.ts'
import { median, print } from './report/figure.ts'

const NOW = Date.UTC(2026, 4, 24, 12)
const RUNS = 3
const LIMIT_MS = 300
const PHASES = ['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C'] as const
/** How often the device tells its phases, in ms: each ten seconds, ten and a hundred times as often. */
const PERIODS_MS = (process.env['BENCH_PERIODS_MS'] ?? '10000,1000').split(',').map(Number)

const api = await startTestApi({ now: () => NOW })
try {
  await addCompany(api.database, ACME)
  for (const periodMs of PERIODS_MS) {
    const place = await addMachine(api.database, ACME)
    await fill(place.workCenterId, periodMs)
    await gatherStatistics(api.databaseUrl)
    for (const type of ['STATUS_DURATION', 'BATTERY_LOW', 'DE_PHASING'] as const) {
      const { usual } = previewDays(type)
      const took: number[] = []
      let episodes = 0
      for (let run = 0; run < RUNS; run++) {
        const began = performance.now()
        episodes = await preview(place.workCenterId, type)
        took.push(performance.now() - began)
      }
      print({
        bench: `a rule of ${type} tried on ${usual} days, currents each ${periodMs} ms`,
        value: median(took),
        unit: 'ms',
        limit: LIMIT_MS,
        runs: RUNS,
        note: `${episodes} episodes, at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB so far`,
      })
    }
  }
} finally {
  await api.close()
}

/** Fourteen days and the two before: currents of which one is lost for two minutes each six hours, a level of the battery each hour. */
async function fill(workCenterId: number, periodMs: number): Promise<void> {
  const sensors = await api.database.pool.query<{ id: number; type: string }>(
    `insert into sensor (company_id, work_center_id, type, number) select $1, $2, type, 1 from unnest($3::text[]) type
     on conflict do nothing returning id, type`,
    [ACME, workCenterId, [...PHASES, 'BATTERY_LEVEL', 'CHARGING_STATUS']],
  )
  for (let hourAt = NOW - 16 * DAY_MS; hourAt < NOW; hourAt += HOUR_MS) {
    const place = Math.round(hourAt / HOUR_MS)
    for (const { id, type } of sensors.rows) {
      const isPhase = PHASES.some((one) => one === type)
      const every = isPhase ? periodMs : HOUR_MS
      const instants = Array.from({ length: HOUR_MS / every }, (_none, index) => hourAt + index * every)
      const values = instants.map((at, index) => {
        if (type === 'CHARGING_STATUS') return 0
        if (type === 'BATTERY_LEVEL') return 90 - (place % 100)
        const isLost = type === 'ELECTRIC_CURRENT_C' && place % 6 === 0 && at - hourAt < 120_000
        return isLost ? 2 : 30 + ((index * 7919) % 40) / 10
      })
      const { sampleCount, bytes, crc32 } = encodeSeries({ instants, values })
      await api.database.pool.query(
        'insert into sample_chunk (company_id, sensor_id, hour_at, sample_count, bytes, crc32) values ($1, $2, $3, $4, $5, $6)',
        [ACME, id, hourAt, sampleCount, bytes, crc32],
      )
    }
  }
}

async function preview(workCenterId: number, type: RuleType): Promise<number> {
  const input = `workCenterId: ${workCenterId}, notificationTypeId: "${RULE_TYPE_IDS[type]}", targetAudience: ROLES, duration: 1`
  const { data, errors } = await api.ask(`{ previewNotificationConfig(input: { ${input} }) { episodes { since } } }`)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return (data['previewNotificationConfig'] as { readonly episodes: readonly unknown[] }).episodes.length
}
