import type { LossSource } from '#engine/facts.ts'
import { isCategoryOfSource } from './lossKind.ts'
import type { LossCategory } from './lossReason.ts'

export const LOSS_REASON_LINK_TYPES = ['COMPANY', 'WORK_CENTER', 'WORK_CENTER_GROUP'] as const
export type LossReasonLinkType = (typeof LOSS_REASON_LINK_TYPES)[number]

/** The fields of a reason that decide where it is offered. */
export type OfferableReason = {
  readonly category: LossCategory
  readonly linkType: LossReasonLinkType
  readonly links: readonly { readonly workCenterId: number | null; readonly workCenterGroupId: number | null }[]
  readonly isHidden: boolean
  readonly isDeleted: boolean
  readonly deniedForManualEnter: boolean
}

export type OfferPlace = { readonly id: number; readonly groupId: number | null }

/** Returns whether the reason is in use at the work center: linked to the company, its group or itself, neither hidden nor deleted (domain.md S-24a). */
export function isOfferedAt(reason: OfferableReason, workCenter: OfferPlace): boolean {
  if (reason.isHidden || reason.isDeleted) return false
  switch (reason.linkType) {
    case 'COMPANY':
      return true
    case 'WORK_CENTER':
      return reason.links.some((link) => link.workCenterId === workCenter.id)
    case 'WORK_CENTER_GROUP':
      return workCenter.groupId !== null && reason.links.some((link) => link.workCenterGroupId === workCenter.groupId)
  }
}

/** Returns whether a person may choose the reason for a loss of the source at the work center; the denied ones are for rules only (domain.md S-24a). */
export function isOfferedToPeople(reason: OfferableReason, workCenter: OfferPlace, source: LossSource): boolean {
  return !reason.deniedForManualEnter && isOfferedAt(reason, workCenter) && isCategoryOfSource(source, reason.category)
}
