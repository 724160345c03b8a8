import { builder } from '#server/graphql/builder.ts'
import { grouped, tenantLoader } from '#server/graphql/loader.ts'
import { listLossesOfPostings } from '#server/loss/postedReasons.ts'
import { listAutomaticProblems } from './autoConfirm.store.ts'
import type { StoredConfirmation } from './confirmation.store.ts'
import { listCorrections } from './outputCorrection.store.ts'
import type { ShiftOutput } from './output.store.ts'
import { listSegmentActivities } from './outputSegmentList.store.ts'
import type { ListedSegment } from './outputSegmentList.store.ts'
import { countSegmentLosses, listSegmentLosses } from './segmentLosses.store.ts'

export const OutputStatRef = builder.objectRef<ShiftOutput>('OutputStat')

/** A confirmation as it is answered; `isRepeated` = by an act that was done before under the same key. */
export type AnsweredConfirmation = StoredConfirmation & { readonly isRepeated?: boolean }
export const OutputConfirmationRef = builder.objectRef<AnsweredConfirmation>('OutputConfirmation')

export const OutputIIoTRef = builder.objectRef<ListedSegment>('OutputIIoT')

/** The stops of an output segment by their kinds of activity. */
export const activitiesOfSegment = tenantLoader(async (tenant, ids: readonly number[], { now }) =>
  grouped(ids, await listSegmentActivities(tenant, ids, now()), ({ segmentId }) => segmentId),
)

/** So many losses of an output segment are asked for. */
type AskedLosses = { readonly segmentId: number; readonly first: number }

/** The first losses that touch the time of output segments; what is asked together is read to the largest number asked. */
export const lossesOfSegment = tenantLoader(
  async (tenant, asked: readonly AskedLosses[], { now }) => {
    const ids = [...new Set(asked.map(({ segmentId }) => segmentId))]
    const found = await listSegmentLosses(tenant, ids, { first: Math.max(...asked.map(({ first }) => first)), now: now() })
    const bySegment = Map.groupBy(found, ({ segmentId }) => segmentId)
    return asked.map(({ segmentId, first }) => (bySegment.get(segmentId) ?? []).slice(0, first).map(({ loss }) => loss))
  },
  ({ segmentId, first }) => `${segmentId} ${first}`,
)

/** How many losses touch the time of an output segment. */
export const lossesCountOfSegment = tenantLoader(async (tenant, ids: readonly number[], { now }) => {
  const counts = await countSegmentLosses(tenant, ids, now())
  return ids.map((id) => counts.get(id) ?? 0)
})

/** What people said that the device should have counted in an output segment. */
export const correctionsOfSegment = tenantLoader(async (tenant, ids: readonly number[]) =>
  grouped(ids, await listCorrections(tenant, ids), ({ segmentId }) => segmentId),
)

/** Why the product left an output segment to people. */
export const automaticProblemOf = tenantLoader(async (tenant, ids: readonly number[]) => {
  const found = await listAutomaticProblems(tenant, ids)
  return ids.map((id) => found.get(id) ?? null)
})

/** The losses of rejects of which a posting said the reason. */
export const lossesOfPosting = tenantLoader(async (tenant, ids: readonly number[]) => {
  const losses = await listLossesOfPostings(tenant, ids)
  return grouped(ids, losses, ({ postingId }) => postingId).map((found) => found.map(({ loss }) => loss))
})
