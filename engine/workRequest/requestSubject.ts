import { LOSS_SOURCES } from '#engine/facts.ts'
import type { LossSource } from '#engine/facts.ts'

/** The place of a loss that a request came from: it is found there again also after its records were made anew. */
export type LossSubject = { readonly workCenterId: number; readonly source: LossSource; readonly start: number }

/** Returns the text under which requests from the loss are the same one. */
export function subjectOfLoss({ workCenterId, source, start }: LossSubject): string {
  return `loss/${workCenterId}/${source}/${start}`
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
