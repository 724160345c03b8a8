import type { FileSource } from '#engine/checklist/answerFile.ts'
import type { AttachmentAsker } from '#web/api/attachment.ts'
import { putFileInParts } from '#web/api/fileParts.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'
import { type Kept, keptFileKind, type Upload } from '#web/parts/sentFile/keptFileKind.ts'
import { shrunkPhoto } from '#web/parts/sentFile/shrunkPhoto.ts'

export const CHECKLIST_PHOTO = 'CHECKLIST_PHOTO'

/** A photo or document of an answer that waits to be sent; its bytes are kept under its id. */
export type WaitingPhoto = {
  readonly id: string
  readonly occurrenceId: number
  readonly name: string
  readonly place: string
  /** How it was taken; absent in what an older version kept. */
  readonly source?: FileSource
}

type Ways = { readonly upload?: Upload; readonly shrink?: typeof shrunkPhoto }

/**
 * Returns how photos of checklists are sent, each under its own id, so that sent twice it is one, in parts that go on after a break. Where the line breaks
 * again and again the photo is made smaller, once (domain.md CL-10).
 */
export function photoKind(asker: AttachmentAsker, kept: Kept, { upload = putFileInParts, shrink = shrunkPhoto }: Ways = {}): OutboxKind {
  const waitingOf = (entry: OutboxEntry | undefined) => {
    const photo = photoOf(entry)
    return photo === null ? null : ({ id: photo.id, road: 'checklist-files', source: photo.source ?? null } as const)
  }
  return keptFileKind({ name: CHECKLIST_PHOTO, waitingOf, asker, kept, upload, shrink })
}

/** Returns the photo of the entry; null for another kind, or one that an older version wrote otherwise. */
export function photoOf(entry: OutboxEntry | undefined): WaitingPhoto | null {
  return entry?.kind === CHECKLIST_PHOTO && isWaiting(entry.body) ? entry.body : null
}

function isWaiting(body: unknown): body is WaitingPhoto {
  return typeof body === 'object' && body !== null && 'id' in body && 'occurrenceId' in body && 'name' in body
}
