import { beginOfSubject, sharesDeviation } from '#engine/checklist/deviationEffects.ts'
import { asId } from '#engine/ids.ts'
import type { WorkCenterId } from '#engine/ids.ts'
import { lossOfSubject, subjectsOfLosses } from '#engine/workRequest/requestSubject.ts'
import type { Tenant } from '#server/db/database.ts'
import { findLossesOver } from '#server/loss/loss.store.ts'
import type { Loss } from '#server/loss/lossRow.ts'
import { findOpenRequest, listOpenSubjects } from './workRequest.store.ts'
import type { OpenSubject, WorkRequest } from './workRequest.store.ts'

/** The stretch of a loss that somebody reported, ms UTC. */
export type SeenLoss = Pick<Loss, 'source' | 'start' | 'workCenterId'> & { readonly end: number }

/** Returns the stretch of the loss that the subject and how far it was seen name; null for another subject. */
export function seenLossOf({ subject, seenUntil }: { readonly subject: string; readonly seenUntil: number | null }): SeenLoss | null {
  const place = lossOfSubject(subject)
  if (place === null) return null
  return { ...place, workCenterId: asId<WorkCenterId>(place.workCenterId), end: Math.max(place.start + 1, seenUntil ?? 0) }
}

/** Returns the open request whose loss it is, also after late data moved its start (domain.md ST-3); null = there is none. */
export async function openRequestOfLoss(tenant: Tenant, loss: Loss): Promise<OpenSubject | null> {
  const open = await listOpenSubjects(tenant, { source: 'LOSS', begin: subjectsOfLosses(loss) })
  const near = open.flatMap((one) => {
    const seen = seenLossOf(one)
    return seen === null || seen.end <= loss.start || (loss.end !== null && seen.start >= loss.end) ? [] : [{ one, seen }]
  })
  const found = await findLossesOver(
    tenant,
    near.map(({ seen }) => seen),
  )
  return near.find((_one, at) => found[at]?.id === loss.id)?.one ?? null
}

/** Returns the id of the open request that is about the same as this one, which is over; null = there is none. */
export async function findOpenTwin(tenant: Tenant, { source, subject, seenUntil }: WorkRequest): Promise<number | null> {
  if (subject === null) return null
  const same = await findOpenRequest(tenant, { source, subject })
  if (same !== null) return same
  const seen = seenLossOf({ subject, seenUntil })
  if (seen !== null) {
    const [loss] = await findLossesOver(tenant, [seen])
    return loss === undefined ? null : ((await openRequestOfLoss(tenant, loss))?.id ?? null)
  }
  if (source !== 'CHECKLIST_ANSWER') return null
  const open = await listOpenSubjects(tenant, { source, begin: beginOfSubject(subject) })
  return open.find((one) => sharesDeviation(one.subject, subject))?.id ?? null
}
