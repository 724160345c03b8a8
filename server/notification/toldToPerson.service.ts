import type { CompanyId, UserId, WorkCenterId } from '#engine/ids.ts'
import type { BatteryForecast } from '#engine/notification/batteryForecast.ts'
import type { NotificationType } from '#engine/notification/notificationType.ts'
import type { Database, Tenant } from '#server/db/database.ts'
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

type Asked = {
  readonly database: Pick<Database, 'inSystem'>
  readonly readSamples: SampleReader
  readonly companyId: CompanyId
  readonly now: number
}

/** Returns how long the batteries of the work centers last, where that is known; in no transaction, for samples are read (domain.md AL-29). */
export async function batteriesOf(
  { database, readSamples, companyId, now }: Asked,
  workCenterIds: readonly WorkCenterId[],
): Promise<ReadonlyMap<WorkCenterId, BatteryForecast>> {
  const ids = [...new Set(workCenterIds)]
  if (ids.length === 0) return new Map()
  const inTenant = <Result>(work: (tenant: Tenant) => Promise<Result>) => database.inSystem((tx) => work({ companyId, tx }))
  const left = await batteriesLeft({ companyId, inTenant, readSamples, now }, ids)
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
