import { seededNameIn } from '#engine/company/seededNames.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Language } from '#engine/user/language.ts'
import type { Tenant } from '#server/db/database.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import type { LossReason } from '#server/loss/lossReason.store.ts'
import { listLossReasonGroups } from '#server/loss/lossReasonGroup.store.ts'
import { listGroups } from '#server/workCenter/group.store.ts'
import { findWorkCenters, listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { reportTextsOf } from './reportTexts.ts'
import type { ReportTexts } from './reportTexts.ts'

/** Names of the company in the language of a report. */
export type ReportNames = {
  readonly texts: ReportTexts
  readonly language: Language
  readonly workCenter: (id: number) => string
  /** Archived ones are told with what they did, and named nowhere else. */
  readonly isArchived: (id: number) => boolean
  readonly workCenterGroup: (id: number) => string | null
  readonly groupName: (id: number) => string
  readonly zone: (id: number) => string
  readonly reason: (id: number) => LossReason | null
  readonly listReasons: () => readonly LossReason[]
  readonly reasonName: (id: number) => string
  readonly reasonGroup: (id: number | null) => string | null
  /** A name that the product gave, in the language. */
  readonly named: (name: string) => string
}

/** Returns the names of the work centers (null = all) and of all reasons. */
export async function loadNames(
  tenant: Tenant,
  {
    language,
    workCenterIds,
    zone,
  }: { readonly language: Language; readonly workCenterIds: readonly number[] | null; readonly zone: string },
): Promise<ReportNames> {
  const ids = workCenterIds?.map((id) => asId<WorkCenterId>(id)) ?? null
  const own =
    ids === null
      ? [...(await listWorkCenters(tenant, {})), ...(await listWorkCenters(tenant, { deviceStatus: 'ARCHIVE' }))]
      : await findWorkCenters(tenant, ids)
  const workCenters = new Map<number, (typeof own)[number]>(own.map((one) => [one.id, one]))
  const zones: ReadonlyMap<number, string> = await listPlantZones(tenant, ids)
  const reasons = new Map<number, LossReason>((await listLossReasons(tenant)).map((one) => [one.id, one]))
  const reasonGroups = new Map((await listLossReasonGroups(tenant)).map((one) => [one.id, one.name]))
  const groups = new Map((await listGroups(tenant)).map((one) => [one.id, one.name]))
  const named = (name: string): string => seededNameIn(language, tenant.companyId, name)
  return {
    texts: reportTextsOf(language),
    language,
    named,
    workCenter: (id) => workCenters.get(id)?.name ?? `${id}`,
    isArchived: (id) => workCenters.get(id)?.deviceStatus === 'ARCHIVE',
    workCenterGroup: (id) => named(groups.get(workCenters.get(id)?.groupId ?? 0) ?? '') || null,
    groupName: (id) => named(groups.get(id) ?? '') || `#${id}`,
    zone: (id) => zones.get(id) ?? zone,
    reason: (id) => reasons.get(id) ?? null,
    listReasons: () => [...reasons.values()],
    reasonName: (id) => {
      const reason = reasons.get(id)
      return reason?.translations.find((one) => one.language === language)?.name ?? named(reason?.name ?? `${id}`)
    },
    reasonGroup: (id) => (id === null ? null : named(reasonGroups.get(id) ?? '') || null),
  }
}
