import { DAY_MS } from '#engine/time/durations.ts'
import type { AttachmentAsker } from '#web/api/attachment.ts'
import { uploadChecklistFile } from '#web/api/checklistFile.ts'
import type { CallOutcome, OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'
import type { KeptPhoto } from './keptPhotos.ts'

export const CHECKLIST_PHOTO = 'CHECKLIST_PHOTO'

/** A photo or document of an answer that waits to be sent; its bytes are kept under its id. */
export type WaitingPhoto = { readonly id: string; readonly occurrenceId: number; readonly name: string; readonly place: string }

/** The photo is no longer on the device: its browser cleared it away, or somebody did. */
export const PHOTO_LOST = 'PHOTO_LOST'
/** What says that the server takes it later. */
const LATER: readonly string[] = ['MAINTENANCE', 'OFFLINE', 'TIMEOUT', 'TOO_MANY_REQUESTS']
/** So often an answer that says nothing is heard of one photo before a person is asked: what was said behind it waits meanwhile. */
const MOST_UNKNOWN = 5

type Kept = { get(id: string): Promise<KeptPhoto | null>; remove(id: string): Promise<void> }

/** Returns how photos of checklists are sent, each under its own id, so that sent twice it is one (domain.md CL-10). */
export function photoKind(asker: AttachmentAsker, kept: Kept, upload: typeof uploadChecklistFile = uploadChecklistFile): OutboxKind {
  const unknown = new Map<string, number>()
  return {
    name: CHECKLIST_PHOTO,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: () => false,
    send: async ([entry]): Promise<CallOutcome> => {
      const waiting = photoOf(entry)
      if (entry === undefined || waiting === null) return [{ code: 'UNREADABLE', detail: null }]
      const photo = await kept.get(waiting.id)
      if (photo === null) return [{ code: PHOTO_LOST, detail: null }]
      const refused = await upload(waiting.id, new File([photo.blob], photo.name, { type: photo.blob.type }), asker)
      if (refused === null) {
        await kept.remove(waiting.id)
        return ['DONE']
      }
      if (refused.code === 'UNAUTHENTICATED') return 'SIGN_IN'
      const times = (unknown.get(entry.key) ?? 0) + 1
      if (refused.code === 'UNKNOWN') unknown.set(entry.key, times)
      const isLater = LATER.includes(refused.code) || (refused.code === 'UNKNOWN' && times < MOST_UNKNOWN)
      return isLater ? 'AWAY' : [{ code: refused.code, params: refused.params, detail: null }]
    },
  }
}

/** Returns the photo of the entry; null for another kind, or one that an older version wrote otherwise. */
export function photoOf(entry: OutboxEntry | undefined): WaitingPhoto | null {
  return entry?.kind === CHECKLIST_PHOTO && isWaiting(entry.body) ? entry.body : null
}

function isWaiting(body: unknown): body is WaitingPhoto {
  return typeof body === 'object' && body !== null && 'id' in body && 'occurrenceId' in body && 'name' in body
}
