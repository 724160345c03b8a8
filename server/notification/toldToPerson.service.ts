import { setTimeout as sleep } from 'node:timers/promises'
import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { BatteryForecast } from '#engine/notification/batteryForecast.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import { SECOND_MS } from '#engine/time/durations.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import type { Logger } from '#server/log.ts'
import type { SampleReader } from '#server/sensor/sampleSeries.ts'
import { batteriesLeft } from './batteryLeft.service.ts'
import { visiblePlacesOf } from './people.store.ts'
import { listSilentToo, withDetails } from './toldDetails.store.ts'
import type { PersonDetails } from './toldDetails.store.ts'

type Told = { readonly notificationId: string; readonly type: NotificationType; readonly workCenterId: WorkCenterId }

/** Returns the notifications with what messages to the person tell beside their sentences, as it is at this moment; batteries are told by `withBatteries`. */
export async function withPersonDetails<Row extends Told>(
  tenant: Tenant,
  userId: UserId,
  rows: readonly Row[],
): Promise<readonly (Row & { readonly details?: PersonDetails })[]> {
  const told = await withDetails(tenant, rows)
  const silent = rows.filter(({ type }) => type === 'CONNECTION_LOST').map(({ notificationId }) => notificationId)
  if (silent.length === 0) return told
  const counts = await listSilentToo(tenant, silent, await visiblePlacesOf(tenant, userId))
  const countOf = new Map(silent.map((id, index) => [id, counts[index] ?? null]))
  return told.map((row) => {
    const silentToo = countOf.get(row.notificationId)
    return row.details === undefined || silentToo === undefined ? row : { ...row, details: { ...row.details, silentToo } }
  })
}

/** A message that waits longer for what only stands beside its sentence is late. */
const BATTERY_WAIT_MS = 3 * SECOND_MS

type Asked = {
  readonly database: Pick<Database, 'inSystem'>
  readonly readSamples: SampleReader
  readonly companyId: CompanyId
  readonly now: number
  readonly log: Logger
}

/**
 * Returns how long the batteries of the work centers last, where that is known; in no transaction, for samples are read (domain.md AL-29). Where they cannot
 * be read, or not within three seconds, it is not known: no message is late for it.
 */
export async function batteriesOf(
  { database, readSamples, companyId, now, log }: Asked,
  workCenterIds: readonly WorkCenterId[],
): Promise<ReadonlyMap<WorkCenterId, BatteryForecast>> {
  const ids = [...new Set(workCenterIds)]
  if (ids.length === 0) return new Map()
  const inTenant = <Result>(work: (tenant: Tenant) => Promise<Result>) => database.inSystem((tx) => work({ companyId, tx }))
  const read = batteriesLeft({ companyId, inTenant, readSamples, now }, ids).catch((error: unknown) => {
    log.warn({ err: error, companyId }, 'how long batteries last cannot be read: their messages go without it')
    return null
  })
  const late = new AbortController()
  const isLate = sleep(BATTERY_WAIT_MS, 'LATE' as const, { signal: late.signal }).catch(() => null)
  const left = await Promise.race([read, isLate])
  late.abort()
  if (left === 'LATE') log.warn({ companyId }, 'how long batteries last is not read in time: their messages go without it')
  if (left === null || left === 'LATE') return new Map()
  return new Map(
    ids.flatMap((id, index) => {
      const one = left[index] ?? null
      return one === null ? [] : [[id, one] as const]
    }),
  )
}

/** Returns the notifications, those of low batteries with how long these last. */
export function withBatteries<Row extends Told & { readonly details?: PersonDetails }>(
  rows: readonly Row[],
  left: ReadonlyMap<WorkCenterId, BatteryForecast>,
): readonly Row[] {
  return rows.map((row) => {
    const batteryLeft = row.type === 'BATTERY_LOW' ? left.get(row.workCenterId) : undefined
    return batteryLeft === undefined || row.details === undefined ? row : { ...row, details: { ...row.details, batteryLeft } }
  })
}
