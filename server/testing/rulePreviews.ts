import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import type { RuleType } from '#engine/notification/notificationType.ts'
import { DAY_MS, HOUR_MS } from '#engine/time/durations.ts'
import { ACME, startTestApi } from '#server/graphql/testing.ts'
import { encodeSeries } from '#server/sensor/sampleCodec.ts'
import { gatherStatistics } from './millionLosses.ts'
import { addCompany, addMachine } from './testMachines.ts'

const NOW = Date.UTC(2026, 4, 24, 12)
const PHASES = ['ELECTRIC_CURRENT_A', 'ELECTRIC_CURRENT_B', 'ELECTRIC_CURRENT_C'] as const

/** A company whose rules are tried on the past. */
export type PreviewBench = {
  /** Returns a machine that told its currents so often (ms) for sixteen days, one of which was lost for two minutes each six hours, and its battery each hour. */
  addTold(periodMs: number): Promise<number>
  /** Returns how many times a rule of the type would have told of the machine. */
  preview(workCenterId: number, type: RuleType): Promise<number>
  close(): Promise<void>
}

/** Starts the bench. */
export async function startPreviewBench(): Promise<PreviewBench> {
  const api = await startTestApi({ now: () => NOW })
  await addCompany(api.database, ACME)
  const fill = async (workCenterId: number, periodMs: number): Promise<void> => {
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
  return {
    addTold: async (periodMs) => {
      const { workCenterId } = await addMachine(api.database, ACME)
      await fill(workCenterId, periodMs)
      await gatherStatistics(api.databaseUrl)
      return workCenterId
    },
    preview: async (workCenterId, type) => {
      const input = `workCenterId: ${workCenterId}, notificationTypeId: "${RULE_TYPE_IDS[type]}", targetAudience: ROLES, duration: 1`
      const { data, errors } = await api.ask(`{ previewNotificationConfig(input: { ${input} }) { episodes { since } } }`)
      if (errors.length > 0) throw new Error(JSON.stringify(errors))
      return (data['previewNotificationConfig'] as { readonly episodes: readonly unknown[] }).episodes.length
    },
    close: () => api.close(),
  }
}
