import { statusesByName } from '#engine/analytics/lossFact.ts'
import type { LossSource } from '#engine/facts.ts'
import { LOSS_SOURCES } from '#engine/facts.ts'
import { isCriticalLoss, lossCategory, lossType } from '#engine/loss/lossKind.ts'
import type { LossType } from '#engine/loss/lossKind.ts'
import type { ActivityType, LossCategory } from '#engine/loss/lossReason.ts'
import type { Tenant } from '#server/db/database.ts'
import { listStatusNames } from '#server/status/statusRule.store.ts'
import { listPlantZones } from '#server/workCenter/plantZone.store.ts'
import { listLossReasons } from './lossReason.store.ts'
import type { LossReason } from './lossReason.store.ts'
import type { LossFilter, ReasonSet, UnderStatuses } from './lossFilter.store.ts'

/** What a list is asked for that depends on what reasons say. */
export type LossQuestion = Omit<LossFilter, 'sets' | 'isScheduledLoss' | 'clockHours'> & {
  readonly categories: readonly LossCategory[] | null
  readonly isCritical: boolean | null
  readonly planType: 'PLANNED' | 'UNPLANNED' | null
  /** Whether it lowers OEE: all do but those whose reason takes their time out of it (domain.md G-2). */
  readonly lowersOee: boolean | null
  readonly reasonIds: readonly number[] | null
  readonly groupIds: readonly number[] | null
  readonly activityTypes: readonly ActivityType[] | null
  readonly lossTypes: readonly LossType[] | null
  /** Of the plant's clock. */
  readonly hoursOfDay: readonly number[] | null
}

/** A question that nothing narrows. */
export const EVERY_LOSS: LossQuestion = {
  ids: null,
  workCenterIds: null,
  source: null,
  categories: null,
  isApproved: null,
  classification: null,
  isWithoutReason: null,
  underReasons: null,
  underStatuses: null,
  isCritical: null,
  planType: null,
  lowersOee: null,
  reasonIds: null,
  groupIds: null,
  statusRuleIds: null,
  shiftIds: null,
  shiftCodes: null,
  shiftInstanceIds: null,
  shiftDateFrom: null,
  shiftDateTo: null,
  isOfLatestShift: false,
  isOfUnconfirmedShift: false,
  weekdays: null,
  hoursOfDay: null,
  jobOrderIds: null,
  personIds: null,
  workCenterGroupIds: null,
  text: null,
  activityTypes: null,
  lossTypes: null,
  durationFromMs: null,
  durationToMs: null,
  periodFrom: null,
  periodTo: null,
}

/** Returns the filter with the meanings of the company's reasons and the clocks of its plants, so that a list reads losses alone, however many there are (domain.md S-31a). */
export async function filterByReasons(tenant: Tenant, question: LossQuestion): Promise<LossFilter> {
  const { categories, isCritical, planType, lowersOee, reasonIds, groupIds, activityTypes, lossTypes, hoursOfDay, ...asIs } = question
  const underStatuses = question.underStatuses === null ? null : await withSameName(tenant, question.underStatuses)
  const zones = hoursOfDay === null ? null : await listPlantZones(tenant, question.workCenterIds)
  const filter = { ...asIs, underStatuses, clockHours: hoursOfDay === null || zones === null ? null : { hours: hoursOfDay, zones } }
  const asked = [categories, isCritical, planType, lowersOee, reasonIds, groupIds, activityTypes, lossTypes]
  if (asked.every((one) => one === null)) return { ...filter, sets: [], isScheduledLoss: null }
  const reasons = await listLossReasons(tenant)
  const sets = [
    ...(categories === null ? [] : [ofCategories(reasons, categories)]),
    ...(isCritical === null ? [] : [ofCriticality(reasons, isCritical)]),
    ...(planType === null ? [] : [ofPlan(reasons, planType)]),
    ...(lowersOee === null
      ? []
      : [setOf(reasons, (reason) => reason.includeInOeeCalculation === lowersOee, lowersOee ? LOSS_SOURCES : [])]),
    ...(reasonIds === null ? [] : [setOf(reasons, (reason) => reasonIds.includes(reason.id), [])]),
    ...(groupIds === null ? [] : [setOf(reasons, (reason) => reason.groupId !== null && groupIds.includes(reason.groupId), [])]),
    ...(activityTypes === null ? [] : [setOf(reasons, (reason) => reason.activityTypes.some((type) => activityTypes.includes(type)), [])]),
    ...(lossTypes === null ? [] : [ofTypes(reasons, lossTypes)]),
  ]
  return { ...filter, sets, isScheduledLoss: isCritical === true ? false : null }
}

/** A status is the same at all work centers whose rules have its name. */
async function withSameName(tenant: Tenant, statuses: UnderStatuses): Promise<UnderStatuses> {
  if (statuses.ruleIds.length === 0) return statuses
  const known = statusesByName(await listStatusNames(tenant))
  const names = new Set(statuses.ruleIds.map((id) => known.get(id)))
  return { ...statuses, ruleIds: [...known].flatMap(([id, first]) => (names.has(first) ? [id] : [])) }
}

function ofCategories(reasons: readonly LossReason[], categories: readonly LossCategory[]): ReasonSet {
  const sources = LOSS_SOURCES.filter((source) => categories.includes(lossCategory(source, null)))
  return setOf(reasons, (reason) => categories.includes(reason.category), sources)
}

/** A scheduled loss is never critical, whatever its reason; so not critical are also those, which the set cannot say of classified ones. */
function ofCriticality(reasons: readonly LossReason[], isCritical: boolean): ReasonSet {
  const set = setOf(reasons, (reason) => isCriticalLoss(false, reason) === isCritical, LOSS_SOURCES)
  return { ...set, unclassified: { sources: LOSS_SOURCES, isScheduledLoss: !isCritical }, isScheduledIncluded: !isCritical }
}

function ofPlan(reasons: readonly LossReason[], planType: 'PLANNED' | 'UNPLANNED'): ReasonSet {
  // Planned are also those that their status plans; what has no reason otherwise is neither (domain.md S-31a).
  const set = setOf(reasons, (reason) => reason.type === planType, planType === 'PLANNED' ? LOSS_SOURCES : [])
  return planType === 'PLANNED' ? { ...set, unclassified: { sources: LOSS_SOURCES, isScheduledLoss: true } } : set
}

/** As `lossType` of the engine: of its reason, else planned where its status is, else undefined. */
function ofTypes(reasons: readonly LossReason[], types: readonly LossType[]): ReasonSet {
  const isAsked = (type: LossType) => types.includes(type)
  const isEither = isAsked('PLANNED') || isAsked('UNDEFINED')
  const set = setOf(reasons, (reason) => isAsked(lossType(false, reason)), isEither ? LOSS_SOURCES : [])
  const isScheduledLoss = isAsked('PLANNED') && isAsked('UNDEFINED') ? null : isAsked('PLANNED')
  return { ...set, unclassified: { ...set.unclassified, isScheduledLoss } }
}

function setOf(reasons: readonly LossReason[], is: (reason: LossReason) => boolean, sources: readonly LossSource[]): ReasonSet {
  return {
    reasonIds: reasons.filter(is).map((reason) => reason.id),
    unclassified: { sources, isScheduledLoss: null },
    isScheduledIncluded: false,
  }
}
