import { isDeepStrictEqual } from 'node:util'
import type { ChecklistFrequency } from '#engine/checklist/checklist.ts'
import { problemsOfChecklist, problemsOfFrequency } from '#engine/checklist/checklistForm.ts'
import { occurrencesOf } from '#engine/checklist/occurrences.ts'
import type { CompanyId, LossReasonId, UserId, WorkCenterId } from '#engine/ids.ts'
import { asId } from '#engine/ids.ts'
import type { Severity } from '#engine/notification/notificationType.ts'
import type { Interval } from '#engine/time/interval.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Database, Tenant } from '#server/db/database.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { listItems } from '#server/item/item.store.ts'
import { listLossReasons } from '#server/loss/lossReason.store.ts'
import { refuseAll, Refusal } from '#server/refusal.ts'
import { once } from '#server/requestKey/once.ts'
import type { KeyedRequest } from '#server/requestKey/once.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import {
  archiveChecklistRow,
  cancelPending,
  findWithoutStatus,
  insertChecklist,
  listChecklists,
  lockChecklist,
  renewPending,
  updateChecklist,
} from './checklist.store.ts'
import type { Checklist, ChecklistDefinition } from './checklist.store.ts'
import { wordsOfChecklist } from './checklistAudit.ts'
import { readPlaceFacts } from './placeFacts.service.ts'
import { factsSince, isAt } from './lookAtChecklists.service.ts'
import { beginClocks } from './occurrence.store.ts'

export type ChecklistDeps = { readonly database: Database; readonly now: () => number }
export type ChecklistMember = { readonly companyId: CompanyId; readonly userId: UserId }

/** A checklist as a person enters it; with an id a change of it, as it was seen in `version`. */
export type ChecklistChange = ChecklistDefinition &
  Pick<Checklist, 'group' | 'isActive' | 'itemIds' | 'name' | 'workCenterIds'> & {
    readonly id: number | null
    readonly version: number | null
    /** Left out = as it is; of a new one nobody is told. */
    readonly missedSeverity?: Severity | null | undefined
    /** Left out = as it is; a new one does not. */
    readonly blocksShift?: boolean | undefined
  }

/**
 * Returns the stored checklist (domain.md CL-9). Another question, limit or frequency is a new version: what somebody began keeps the old one, what
 * nobody began takes the new one. Refuses an older version, unknown places, products, statuses and reasons, and what problemsOfChecklist says.
 */
export async function saveChecklist(
  deps: ChecklistDeps,
  member: ChecklistMember,
  change: ChecklistChange,
  request: KeyedRequest | null,
): Promise<Checklist> {
  refuseAll(problemsOfChecklist(change))
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const { answer } = await once(tenant, member.userId, request, { act: () => write(tenant, deps, member, change), read: Number })
    return await requireChecklist(tenant, answer)
  })
}

/** Takes the checklist out of use: what nobody began is cancelled, what was answered stays. */
export async function archiveChecklist(deps: ChecklistDeps, member: ChecklistMember, id: number): Promise<Checklist> {
  return await deps.database.inTenant(member.companyId, async (tenant) => {
    const checklist = await lockChecklist(tenant, id)
    if (checklist === null) throw checklistNotFound(id)
    const at = new Date(deps.now())
    await archiveChecklistRow(tenant, id, at)
    await cancelPending(tenant, id, at.getTime())
    await audited(
      tenant,
      { userId: member.userId, at, action: 'DELETE_CHECKLIST', subject: `checklist ${checklist.name}` },
      { name: checklist.name },
      null,
    )
    return await requireChecklist(tenant, id)
  })
}

/** Returns when the frequency would have made a checklist due at the work centers in the window, ascending (domain.md CL-14). */
export async function previewFrequency(
  tenant: Tenant,
  frequency: ChecklistFrequency,
  places: readonly WorkCenterId[],
  window: Interval,
): Promise<readonly { readonly workCenterId: WorkCenterId; readonly dueAt: number }[]> {
  refuseAll(problemsOfFrequency(frequency))
  const found = []
  for (const workCenterId of places) {
    const start = factsSince({ frequency }, window.start)
    const facts = await readPlaceFacts(tenant, workCenterId, { start, end: window.end }, [frequency])
    const checklist = { frequency, activeFrom: window.start, answerWithinMs: null }
    const { due } = occurrencesOf(checklist, facts, { from: window.start, to: window.end })
    found.push(...due.map(({ dueAt }) => ({ workCenterId, dueAt })))
  }
  return found.toSorted((left, right) => left.dueAt - right.dueAt)
}

/** Returns the refusal of a checklist that is unknown or of another company. */
export function checklistNotFound(id: number): Refusal {
  return new Refusal({ code: 'CHECKLIST_NOT_FOUND', params: { id } })
}

/** Returns the checklist, archived ones too. Refuses one that the company does not have. */
export async function requireChecklist(tenant: Tenant, id: number): Promise<Checklist> {
  const [found] = await listChecklists(tenant, { ids: [id] })
  if (found === undefined) throw checklistNotFound(id)
  return found
}

async function write(tenant: Tenant, deps: ChecklistDeps, member: ChecklistMember, change: ChecklistChange): Promise<number> {
  await requireKnown(tenant, change)
  const now = deps.now()
  const at = new Date(now)
  const group = change.group?.trim() ?? ''
  const given = { ...change, name: change.name.trim(), group: group === '' ? null : group }
  const entry = { userId: member.userId, at, subject: `checklist ${given.name}` }
  if (change.id === null) {
    await requireStatus(tenant, change, null)
    const made = { ...given, missedSeverity: given.missedSeverity ?? null, blocksShift: given.blocksShift ?? false }
    const id = await insertChecklist(tenant, { ...made, activeFrom: now }, member.userId, at)
    await audited(tenant, { ...entry, action: 'CREATE_CHECKLIST' }, null, await wordsOfChecklist(tenant, made))
    await notifyRecordsChanged(tenant, [{ workCenterId: null, kinds: ['checklist'], from: 0, to: null }])
    return id
  }
  const present = await lockChecklist(tenant, change.id)
  if (present === null) throw checklistNotFound(change.id)
  if (change.version !== null && change.version !== present.version)
    throw new Refusal({ code: 'CONFLICT', params: { version: present.version } })
  await requireStatus(tenant, change, present)
  const row = {
    ...given,
    missedSeverity: given.missedSeverity === undefined ? present.missedSeverity : given.missedSeverity,
    blocksShift: given.blocksShift ?? present.blocksShift,
  }
  const isNewVersion = !isDeepStrictEqual(definitionOf(row), definitionOf(present))
  const beginsAnew = (row.isActive && !present.isActive) || !isDeepStrictEqual(clockworkOf(row), clockworkOf(present))
  const version = present.version + (isNewVersion ? 1 : 0)
  const activeFrom = beginsAnew ? now : present.activeFrom
  await updateChecklist(tenant, present.id, { ...row, activeFrom, version, isNewVersion }, member.userId, at)
  const isWider = present.workCenterIds.length > 0 && row.workCenterIds.length === 0
  const isAdded = isWider || row.workCenterIds.some((place) => !isAt(present, place))
  const exceptAt = present.workCenterIds
  if (isAdded && !beginsAnew)
    await beginClocks(tenant, { id: present.id, activeFrom, at: now }, { workCenterIds: row.workCenterIds, exceptAt })
  if (isNewVersion) await renewPending(tenant, present.id, version)
  if (!row.isActive) await cancelPending(tenant, present.id, now)
  else if (row.workCenterIds.length > 0) await cancelPending(tenant, present.id, now, row.workCenterIds)
  const [was, is] = [await wordsOfChecklist(tenant, present), await wordsOfChecklist(tenant, row)]
  await audited(tenant, { ...entry, action: 'UPDATE_CHECKLIST' }, was, is)
  await notifyRecordsChanged(tenant, [{ workCenterId: null, kinds: ['checklist'], from: 0, to: null }])
  return present.id
}

async function requireKnown(tenant: Tenant, { workCenterIds, itemIds, frequency }: ChecklistChange): Promise<void> {
  const unknown = <Id>(ids: readonly Id[], found: readonly { readonly id: Id }[]): Id | undefined =>
    ids.find((id) => found.every((one) => one.id !== id))
  const place = unknown(workCenterIds, await findWorkCenters(tenant, workCenterIds))
  if (place !== undefined) throw new Refusal({ code: 'WORK_CENTER_NOT_FOUND', field: 'workCenterIds', params: { id: place } })
  const item = itemIds.length === 0 ? undefined : unknown(itemIds, await listItems(tenant, itemIds))
  if (item !== undefined) throw new Refusal({ code: 'ITEM_NOT_FOUND', field: 'productIds', params: { id: item } })
  const { reasonId } = frequency
  if (reasonId !== null) {
    const id = asId<LossReasonId>(reasonId)
    if (unknown([id], await listLossReasons(tenant, [id])) !== undefined)
      throw new Refusal({ code: 'LOSS_REASON_NOT_FOUND', field: 'frequency.reasonId', params: { id } })
  }
}

/** Refuses a status that the work centers do not have. What was stored so before can be renamed and switched off. */
async function requireStatus(tenant: Tenant, change: ChecklistChange, present: Checklist | null): Promise<void> {
  const { frequency, workCenterIds, isActive } = change
  const { statusRuleId } = frequency
  if (statusRuleId === null) return
  const places = new Set(present?.workCenterIds)
  const isSame = present?.frequency.statusRuleId === statusRuleId && places.symmetricDifference(new Set(workCenterIds)).size === 0
  if (isSame && (!isActive || present.isActive)) return
  const missing = await findWithoutStatus(tenant, statusRuleId, workCenterIds)
  if (missing === null) return
  if (missing === 'COMPANY') throw new Refusal({ code: 'STATUS_RULE_NOT_FOUND', field: 'frequency.statusId', params: { id: statusRuleId } })
  const { name, workCenterId } = missing
  const [place] = await findWorkCenters(tenant, [workCenterId])
  const params = { name, workCenter: place?.name ?? '', workCenterId }
  throw new Refusal({ code: 'STATUS_NOT_AT_WORK_CENTER', field: 'frequency.statusId', params })
}

function definitionOf(checklist: ChecklistDefinition): ChecklistDefinition {
  const { frequency, tasks, instructions, instructionsIn, answerWithinMs, signatureRequired } = checklist
  return { frequency, tasks, instructions, instructionsIn, answerWithinMs, signatureRequired }
}

/** What decides when it is due: not the unit in which people enter it. */
function clockworkOf({ frequency }: ChecklistDefinition): Omit<ChecklistFrequency, 'showAfterUnit'> {
  const { showAfterUnit: _, ...clockwork } = frequency
  return clockwork
}
