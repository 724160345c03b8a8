import type { CompanyId, LossReasonId, StatusRuleId, UserId, WorkCenterId } from '#engine/ids.ts'
import { isCategoryOfSource } from '#engine/loss/lossKind.ts'
import { boundsOfLength, lengthClassOf } from '#engine/loss/rankReasons.ts'
import { isOfferedAt } from '#engine/loss/reasonOffer.ts'
import { suggestTrackingRows } from '#engine/loss/suggestTrackingRows.ts'
import type { RowSuggestion } from '#engine/loss/suggestTrackingRows.ts'
import { DAY_MS } from '#engine/time/durations.ts'
import type { Tenant } from '#server/db/database.ts'
import { Refusal } from '#server/refusal.ts'
import { listStatusRules } from '#server/status/statusRule.store.ts'
import { listWorkCenters } from '#server/workCenter/workCenter.store.ts'
import type { WorkCenter } from '#server/workCenter/workCenterRow.ts'
import { listLossReasons } from './lossReason.store.ts'
import { listLatestStops, listSaidOfStops } from './rowSuggestion.store.ts'
import type { PastStop } from './rowSuggestion.store.ts'
import { addTrackingRows } from './trackingRule.service.ts'
import type { TrackedStatus, TrackingRuleDeps } from './trackingRule.service.ts'
import { listTrackingRules } from './trackingRule.store.ts'

/** A row that people's own answers suggest, where it would be added, and what it would have done with the latest stops. */
export type TrackingSuggestion = RowSuggestion & {
  /** Names it as long as it is suggested. */
  readonly id: string
  /** null = stops without a status rule. */
  readonly statusName: string | null
  /** The statuses whose rules get the row, ascending by work center. */
  readonly statuses: readonly TrackedStatus[]
  readonly latest: LatestStops
}

/** Of the latest stops of the status: how many the row would have given its reason, and how many of those people gave another one. */
export type LatestStops = { readonly ofCount: number; readonly wouldCount: number; readonly differCount: number }

type Visible = readonly WorkCenterId[] | null

const DAYS = 60
const LATEST_STOPS = 60
/** What stands for stops without a status rule: off and undefined have one tracking rule. */
const NO_STATUS = ''

/** Returns the rows that people's answers of 60 days suggest and that no rule has yet, the most used first (domain.md S-38). */
export async function listTrackingSuggestions(tenant: Tenant, visible: Visible, now: number): Promise<readonly TrackingSuggestion[]> {
  const since = now - DAYS * DAY_MS
  const said = await listSaidOfStops(tenant, visible, since)
  if (said.length === 0) return []
  const places = await listWorkCenters(tenant, visible === null ? {} : { ids: visible })
  const rules = (
    await listStatusRules(
      tenant,
      places.map((place) => place.id),
    )
  ).filter((rule) => rule.archivedOn === null && !rule.isEffective)
  const nameOf = new Map(rules.map((rule) => [rule.id, rule.name.trim().toLowerCase()]))
  const keyed = said.flatMap(({ statusRuleId, ...one }) => {
    const status = statusRuleId === null ? NO_STATUS : nameOf.get(statusRuleId)
    return status === undefined ? [] : [{ ...one, status }]
  })
  const suggested = suggestTrackingRows(keyed, places)
  if (suggested.length === 0) return []
  const statusesOf = await openStatuses(tenant, places, rules)
  const reasons = new Map((await listLossReasons(tenant)).map((reason) => [reason.id, reason]))
  const rows = suggested.flatMap((row) => {
    const reason = reasons.get(row.reasonId)
    if (reason === undefined || !isCategoryOfSource('STATUS', reason.category)) return []
    const ownReasonOf = (place: WorkCenter) => suggested.find((one) => one.workCenterId === place.id && isSameStop(one, row))?.reasonId
    const members = places.filter((place) =>
      row.workCenterId === null
        ? place.groupId === row.groupId && (ownReasonOf(place) ?? row.reasonId) === row.reasonId
        : place.id === row.workCenterId,
    )
    const statuses = members.filter((place) => isOfferedAt(reason, place)).flatMap((place) => statusesOf(place.id, row))
    return statuses.length === 0
      ? []
      : [{ row, statuses, statusName: rules.find((rule) => nameOf.get(rule.id) === row.status)?.name ?? null }]
  })
  const stops = await listLatestStops(
    tenant,
    rows.flatMap(({ statuses }) => statuses),
    since,
    LATEST_STOPS,
  )
  let at = 0
  return rows.map(({ row, statuses, statusName }) => {
    const own = stops.slice(at, (at += statuses.length)).flat()
    return { ...row, id: idOf(row), statuses, statusName, latest: latestOf(row, own) }
  })
}

/** Returns the suggestion whose row it adds to the rules of its statuses, for stops from now on (domain.md S-8). Refuses one that is not suggested any more. */
export async function acceptTrackingSuggestion(
  deps: TrackingRuleDeps,
  member: { readonly companyId: CompanyId; readonly userId: UserId },
  id: string,
  visible: Visible,
): Promise<TrackingSuggestion> {
  const find = async (tenant: Tenant): Promise<TrackingSuggestion> => {
    const found = (await listTrackingSuggestions(tenant, visible, deps.now())).find((one) => one.id === id)
    if (found === undefined) throw new Refusal({ code: 'LOSS_SUGGESTION_NOT_FOUND', field: 'id' })
    return found
  }
  return await addTrackingRows(deps, member, async (tenant) => {
    const suggestion = await find(tenant)
    return {
      answer: suggestion,
      statuses: suggestion.statuses,
      row: { reasonId: suggestion.reasonId, ...boundsOfLength(suggestion.length) },
    }
  })
}

/** Returns which statuses have a rule with room for a row of that length; a status without a rule has. */
async function openStatuses(
  tenant: Tenant,
  places: readonly WorkCenter[],
  rules: readonly { readonly id: StatusRuleId; readonly workCenterId: WorkCenterId; readonly name: string }[],
): Promise<(workCenterId: WorkCenterId, row: Pick<RowSuggestion, 'status' | 'length'>) => readonly TrackedStatus[]> {
  const inForce = await listTrackingRules(tenant, { workCenterIds: places.map((place) => place.id), isPastIncluded: false })
  return (workCenterId, { status, length }) => {
    const { fromMs, toMs } = boundsOfLength(length)
    const ids: readonly (StatusRuleId | null)[] =
      status === NO_STATUS
        ? [null]
        : rules.filter((rule) => rule.workCenterId === workCenterId && rule.name.trim().toLowerCase() === status).map((rule) => rule.id)
    const isTaken = (statusRuleId: StatusRuleId | null) =>
      inForce
        .filter((rule) => rule.workCenterId === workCenterId && rule.statusRuleId === statusRuleId)
        .flatMap((rule) => rule.rows)
        .some((row) => row.fromMs < (toMs ?? Infinity) && (row.toMs ?? Infinity) > fromMs)
    return ids.filter((statusRuleId) => !isTaken(statusRuleId)).map((statusRuleId) => ({ workCenterId, statusRuleId }))
  }
}

function latestOf({ length, reasonId }: RowSuggestion, stops: readonly PastStop[]): LatestStops {
  const latest = stops.toSorted((left, right) => right.start - left.start).slice(0, LATEST_STOPS)
  const would = latest.filter((stop) => lengthClassOf(stop.lengthMs) === length)
  const isOther = (id: LossReasonId) => id !== reasonId
  return { ofCount: latest.length, wouldCount: would.length, differCount: would.filter((stop) => stop.said.some(isOther)).length }
}

function isSameStop(one: Pick<RowSuggestion, 'status' | 'length'>, other: Pick<RowSuggestion, 'status' | 'length'>): boolean {
  return one.status === other.status && one.length === other.length
}

function idOf({ workCenterId, groupId, length, reasonId, status }: RowSuggestion): string {
  return [workCenterId === null ? `group${groupId}` : `workCenter${workCenterId}`, length, reasonId, status].join('/')
}
