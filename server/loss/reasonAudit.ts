import type { AuditAction } from '#engine/access/auditActions.ts'
import { TIME_UNIT_MS } from '#engine/loss/timeUnit.ts'
import type { UserId } from '#engine/ids.ts'
import { audited } from '#server/company/audit.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { listGroups } from '#server/workCenter/group.store.ts'
import type { LossReason, Translation } from './lossReason.store.ts'
import { listLossReasonGroups } from './lossReasonGroup.store.ts'
import type { LossReasonGroup } from './lossReasonGroup.store.ts'

type By = { readonly userId: UserId; readonly at: number }
type Change<Value> = { readonly before: Value | null; readonly after: Value | null }

/** Writes a loss reason before and after a change into the audit log; null before it was made, and after it was deleted. */
export async function auditReason(tenant: Tenant, { before, after }: Change<LossReason>, by: By): Promise<void> {
  const reason = after ?? before
  if (reason === null) return
  const groups = new Map((await listLossReasonGroups(tenant)).map((group) => [group.id, group.name]))
  const places = new Map((await listGroups(tenant)).map((group) => [group.id, group.name]))
  const told = (one: LossReason | null) =>
    one && {
      ...toldOf(one),
      group: one.groupId === null ? null : (groups.get(one.groupId) ?? null),
      workCenterGroups: one.links.flatMap(({ workCenterGroupId: id }) => (id === null ? [] : [places.get(id) ?? `#${id}`])),
    }
  const action = actionOf('LOSS_REASON', { before, after })
  const entry = { userId: by.userId, at: new Date(by.at), action, subject: `loss reason ${(before ?? reason).name}` }
  await audited(tenant, { ...entry, about: { reasonId: reason.id } }, told(before), told(after))
}

/** Writes a group of loss reasons before and after a change into the audit log; null before it was made, and after it was deleted. */
export async function auditReasonGroup(tenant: Tenant, { before, after }: Change<LossReasonGroup>, by: By): Promise<void> {
  const group = after ?? before
  if (group === null) return
  const told = (one: LossReasonGroup | null) => one && { name: one.name, color: one.color, translations: namesOf(one.translations) }
  const action = actionOf('LOSS_REASON_GROUP', { before, after })
  const entry = { userId: by.userId, at: new Date(by.at), action, subject: `reason group ${(before ?? group).name}` }
  await audited(tenant, { ...entry, about: { reasonGroupId: group.id } }, told(before), told(after))
}

type Placed = { readonly reason: LossReason; readonly place: number }

/** Writes into the audit log that a reason stands in another group or at another place; nothing where it stayed. */
export async function auditReasonPlace(tenant: Tenant, before: Placed, after: Placed, by: By): Promise<void> {
  const groups = new Map((await listLossReasonGroups(tenant)).map((group) => [group.id, group.name]))
  const told = ({ reason, place }: Placed) => ({ group: reason.groupId === null ? null : (groups.get(reason.groupId) ?? null), place })
  const entry = {
    userId: by.userId,
    at: new Date(by.at),
    action: 'UPDATE_LOSS_REASON',
    subject: `loss reason ${before.reason.name}`,
  } as const
  await audited(tenant, { ...entry, about: { reasonId: before.reason.id } }, told(before), told(after))
}

/** Writes into the audit log that a group stands at another place; nothing where it stayed. */
export async function auditGroupPlace(
  tenant: Tenant,
  group: LossReasonGroup,
  { before, after }: { readonly before: number; readonly after: number },
  by: By,
): Promise<void> {
  const entry = {
    userId: by.userId,
    at: new Date(by.at),
    action: 'UPDATE_LOSS_REASON_GROUP',
    subject: `reason group ${group.name}`,
  } as const
  await audited(tenant, { ...entry, about: { reasonGroupId: group.id } }, { place: before }, { place: after })
}

/** Writes into the audit log that one reason took the place of another: of how much that people said, and in how many rules. */
export async function auditReplacement(
  tenant: Tenant,
  present: LossReason,
  by: LossReason,
  moved: { readonly said: number; readonly rules: number },
  { userId, at }: By,
): Promise<void> {
  const entry = { userId, at: new Date(at), action: 'REPLACE_LOSS_REASON', subject: `loss reason ${present.name}`, isAlways: true } as const
  const about = { reasonId: present.id, byId: by.id, movedLosses: moved.said, movedRules: moved.rules }
  await audited(tenant, { ...entry, about }, { reason: present.name, isHidden: present.isHidden }, { reason: by.name, isHidden: true })
}

function actionOf(name: 'LOSS_REASON' | 'LOSS_REASON_GROUP', { before, after }: Change<unknown>): AuditAction {
  if (before === null) return `CREATE_${name}`
  return after === null ? `DELETE_${name}` : `UPDATE_${name}`
}

function toldOf(reason: LossReason) {
  const { maximumAllowedDurationMs: maximum, maximumAllowedDurationUnit: unit } = reason
  return {
    name: reason.name,
    category: reason.category,
    type: reason.type,
    color: reason.color,
    activityTypes: reason.activityTypes,
    includeInOeeCalculation: reason.includeInOeeCalculation,
    isSmallStop: reason.isSmallStop,
    isHidden: reason.isHidden,
    deniedForManualEnter: reason.deniedForManualEnter,
    requireExtraNotes: reason.requireExtraNotes,
    hasMaximumAllowedDuration: reason.hasMaximumAllowedDuration,
    maximumAllowedDuration: maximum === null ? null : `${maximum / TIME_UNIT_MS[unit]} ${unit}`,
    isDefaultPlanned: reason.isDefaultPlanned,
    linkType: reason.linkType,
    workCenterIds: reason.links.flatMap(({ workCenterId }) => workCenterId ?? []),
    identifiers: reason.identifiers,
    translations: namesOf(reason.translations),
  }
}

function namesOf(translations: readonly Translation[]): readonly string[] {
  return translations.map(({ language, name }) => `${language}: ${name}`)
}
