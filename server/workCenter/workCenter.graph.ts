import type { WorkCenterId } from '#engine/ids.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { builder } from '#server/graphql/builder.ts'
import { each, loader, tenantLoader } from '#server/graphql/loader.ts'
import type { LoaderOf } from '#server/graphql/loader.ts'
import { currentViews } from '#server/realtime/currentViews.ts'
import { listCompanyDevices } from './companyDevice.store.ts'
import { listGroups } from './group.store.ts'
import type { MeasurementUnit } from '#engine/output/measurementUnit.ts'
import { openPagesOf } from './publicAccess.service.ts'
import type { UiPage } from './publicAccess.service.ts'
import { listPlantZones } from './plantZone.store.ts'
import type { WorkCenter } from './workCenterRow.ts'

export const LiveWorkCenterRef = builder.objectRef<LiveWorkCenter>('LiveWorkCenter')
export const MeasurementUnitRef = builder.objectRef<MeasurementUnit>('MeasurementUnit')
export const UiPageRef = builder.objectRef<UiPage>('UiPage')
export const WorkCenterRef = builder.objectRef<WorkCenter>('WorkCenter')

/** Any work center of the company, also one that the caller may not see. */
export const workCenterById: LoaderOf<WorkCenterId, WorkCenter | null> = (context) => context.workCenters

export const deviceById = tenantLoader(async (tenant, ids: readonly string[]) =>
  each(ids, await listCompanyDevices(tenant, ids), (device) => device.id),
)

/** The zone of the shifts of a work center. */
export const plantZoneOf = tenantLoader(async (tenant, ids: readonly WorkCenterId[]) => {
  const zones = await listPlantZones(tenant, ids)
  return ids.map((id) => zones.get(id) ?? 'UTC')
})

export const groupById = tenantLoader(async (tenant, ids: readonly number[]) => each(ids, await listGroups(tenant), (group) => group.id))

/** The open public page of a work center; null where it is closed. */
export const uiPageOf = loader(
  async (workCenters: readonly WorkCenter[], { deps, member }) => {
    const pages = await openPagesOf(deps, member().companyId, workCenters)
    return workCenters.map((one) => pages.get(one.id) ?? null)
  },
  (workCenter) => workCenter.id,
)

/** The work center as it is now; null for an archived one. */
export const liveOf = loader(
  async (workCenters: readonly WorkCenter[], context) => {
    const active = workCenters.filter((one) => one.deviceId !== null).map((one) => one.id)
    const views = await currentViews(context, context.member().companyId, active)
    return workCenters.map((one) => views.get(one.id) ?? null)
  },
  (workCenter) => workCenter.id,
)
