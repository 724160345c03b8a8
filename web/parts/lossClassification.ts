import { type Classification, classificationOf } from '#engine/loss/lossKind.ts'
import type { LossFieldsFragment } from '#web/api/generated/graphql.ts'

/** What of a loss decides whether somebody has to give it a reason. */
export type ClassifiedLoss = Pick<LossFieldsFragment, 'isScheduledLoss' | 'lossLevel' | 'source'> & { readonly reason?: object | null }

/** Returns how a loss is classified (domain.md S-31a): the same on every screen as in lists, counts and what holds a closing up. */
export function lossClassification({ source, lossLevel, isScheduledLoss, reason }: ClassifiedLoss): Classification {
  return classificationOf({ source, level: lossLevel, isScheduledLoss }, reason != null)
}
