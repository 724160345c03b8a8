import { LOSS_SOURCES } from '#engine/facts.ts'
import type { LossSource } from '#engine/facts.ts'

/** The place of a loss that a request came from, ms UTC. Beside it stands how far it was seen: by that it is found again after late data moved its start. */
export type LossSubject = { readonly workCenterId: number; readonly source: LossSource; readonly start: number }

/** Returns how the subjects of all requests from losses of the source at the work center begin. */
export function subjectsOfLosses({ workCenterId, source }: Omit<LossSubject, 'start'>): string {
  return `loss/${workCenterId}/${source}/`
}

/** Returns the text under which requests from the loss are the same one. */
export function subjectOfLoss({ start, ...place }: LossSubject): string {
  return subjectsOfLosses(place) + start
}

/** Returns the text under which requests because of the notification are the same one. */
export function subjectOfNotification(id: string): string {
  return `notification/${id}`
}

/** Returns the loss that the text names; null for another text. */
export function lossOfSubject(subject: string): LossSubject | null {
  const [kind, place, named, start, ...rest] = subject.split('/')
  const source = LOSS_SOURCES.find((one) => one === named)
  if (kind !== 'loss' || source === undefined || rest.length > 0) return null
  const [workCenterId, at] = [Number(place), Number(start)]
  return Number.isSafeInteger(workCenterId) && Number.isSafeInteger(at) ? { workCenterId, source, start: at } : null
}
