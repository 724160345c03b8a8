import type { AbilityGrants } from '#engine/access/abilities.ts'
import type { Problem } from '#engine/result.ts'

/** The state of a loss that decides what may be done with it. */
export type LossEditState = {
  readonly id: number
  readonly isApproved: boolean
  readonly isShiftConfirmed: boolean
  readonly isWorkCenterArchived: boolean
}

/** What approval needs of a loss; `reasonId` is the one that would be approved. */
export type ApprovableLoss = {
  readonly id: number
  readonly reasonId: number | null
  readonly end: number | null
  readonly isProvisional: boolean
}

/**
 * Returns why the person may not edit the loss, or null. Nothing changes in a confirmed shift (domain.md S-46) or of an archived work center, which
 * is not recalculated; an approved loss is for those who may approve (domain.md S-27).
 */
export function problemOfLossEdit(grants: AbilityGrants, loss: LossEditState): Problem | null {
  if (!mayEditLosses(grants)) return { code: 'FORBIDDEN', params: { action: 'UPDATE', subject: 'LOSSES' } }
  if (loss.isShiftConfirmed) return { code: 'SHIFT_CONFIRMED', params: { id: loss.id } }
  if (loss.isWorkCenterArchived) return { code: 'WORK_CENTER_ARCHIVED' }
  if (loss.isApproved && !mayApproveLosses(grants)) return { code: 'LOSS_APPROVED', params: { id: loss.id } }
  return null
}

/** Returns why the person may not approve the loss, or null: it must have a reason that stays, and be over (domain.md S-27). */
export function problemOfApproval(grants: AbilityGrants, loss: ApprovableLoss): Problem | null {
  if (!mayApproveLosses(grants)) return { code: 'FORBIDDEN', params: { action: 'MODIFY', subject: 'LOSSES' } }
  if (loss.reasonId === null || loss.end === null || loss.isProvisional)
    return { code: 'LOSS_NOT_APPROVABLE', field: 'isApproved', params: { id: loss.id } }
  return null
}

/** Returns why the loss cannot be deleted, or null: only one that a person entered can (domain.md S-32). */
export function problemOfDeletion(loss: { readonly id: number; readonly isManual: boolean }): Problem | null {
  return loss.isManual ? null : { code: 'LOSS_NOT_DELETABLE', params: { id: loss.id } }
}

/** Returns whether the person may classify losses and comment on them (G-23). */
export function mayEditLosses(grants: AbilityGrants): boolean {
  return grants.updatable.has('LOSSES')
}

/** Returns whether the person may approve losses, and change approved ones. */
export function mayApproveLosses(grants: AbilityGrants): boolean {
  return grants.modifiable.has('LOSSES')
}

/** Returns whether the person sees the losses of the work centers that they see. */
export function mayReadLosses({ readable }: Pick<AbilityGrants, 'readable'>): boolean {
  return readable.has('LOSSES')
}
