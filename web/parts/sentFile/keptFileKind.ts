import { DAY_MS } from '#engine/time/durations.ts'
import { type AttachmentAsker, type PutFile, putFile } from '#web/api/attachment.ts'
import { LINE_BROKE } from '#web/api/fileParts.ts'
import type { CallOutcome, OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'
import type { KeptPhoto } from './keptPhotos.ts'
import type { KeptRows } from './keptRows.ts'
import { SMALL, type shrunkPhoto } from './shrunkPhoto.ts'

/** The file is no longer on the device: its browser cleared it away, or somebody did. */
export const PHOTO_LOST = 'PHOTO_LOST'
/** What says that the server takes it later. */
const LATER: readonly string[] = [LINE_BROKE, 'MAINTENANCE', 'OFFLINE', 'SERVICE_UNAVAILABLE', 'TIMEOUT', 'TOO_MANY_REQUESTS']
/** So often an answer that says nothing is heard of one file before a person is asked: what was said behind it waits meanwhile. */
const MOST_UNKNOWN = 5
/** After so many breaks of the line without an end a photo is made smaller. */
const MOST_BREAKS = 3

export type Kept = Pick<KeptRows<KeptPhoto>, 'get' | 'put' | 'remove'>
export type Upload = typeof putFile

type KeptFileParts = {
  readonly name: string
  /** Returns where the file of the entry goes; null = nobody can read the entry. */
  readonly waitingOf: (entry: OutboxEntry | undefined) => Omit<PutFile, 'file'> | null
  readonly asker: AttachmentAsker
  readonly kept: Kept
  readonly upload?: Upload | undefined
  /** Makes a photo smaller, once, where the line breaks again and again on its way; absent = photos stay as they are. */
  readonly shrink?: typeof shrunkPhoto
}

/** Returns how files that are kept on the device are sent, each under its own id, so that sent twice it is one; sent, it leaves the device. */
export function keptFileKind({ name, waitingOf, asker, kept, upload = putFile, shrink }: KeptFileParts): OutboxKind {
  const unknown = new Map<string, number>()
  const breaks = new Map<string, number>()
  const broke = async (photo: KeptPhoto): Promise<void> => {
    const times = (breaks.get(photo.key) ?? 0) + 1
    breaks.set(photo.key, times)
    if (shrink === undefined || times < MOST_BREAKS || photo.isSmall === true || !photo.blob.type.startsWith('image/')) return
    const small = await shrink(fileOf(photo), SMALL)
    if (small !== null && small.size < photo.blob.size) await kept.put({ ...photo, blob: small, isSmall: true })
  }
  return {
    name,
    most: 1,
    mostAgeMs: 14 * DAY_MS,
    isAfter: () => false,
    send: async ([entry]): Promise<CallOutcome> => {
      const waiting = waitingOf(entry)
      if (entry === undefined || waiting === null) return [{ code: 'UNREADABLE', detail: null }]
      const photo = await kept.get(waiting.id)
      if (photo === null) return [{ code: PHOTO_LOST, detail: null }]
      const refused = await upload({ ...waiting, file: fileOf(photo) }, asker)
      if (refused === null) {
        await kept.remove(waiting.id)
        return ['DONE']
      }
      if (refused.code === 'UNAUTHENTICATED') return 'SIGN_IN'
      if (refused.code === LINE_BROKE) await broke(photo).catch(() => {})
      const times = (unknown.get(entry.key) ?? 0) + 1
      if (refused.code === 'UNKNOWN') unknown.set(entry.key, times)
      const isLater = LATER.includes(refused.code) || (refused.code === 'UNKNOWN' && times < MOST_UNKNOWN)
      return isLater ? 'AWAY' : [{ code: refused.code, params: refused.params, detail: null }]
    },
  }
}

function fileOf({ blob, name }: KeptPhoto): File {
  return new File([blob], name, { type: blob.type })
}
