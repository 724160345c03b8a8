import type { AttachmentAsker, PutFile } from '#web/api/attachment.ts'
import type { OutboxEntry, OutboxKind } from '#web/parts/outbox/outboxEntry.ts'
import { type Kept, keptFileKind, type Upload } from './keptFileKind.ts'

export const SENT_FILE = 'SENT_FILE'

/** A file that goes with something said: it waits to be sent, and its bytes are kept under its id. */
export type WaitingFile = Omit<PutFile, 'file'> & { readonly name: string }

/** Returns how files are sent that go with work requests, questions to the provider and their answers: before them. */
export function sentFileKind(asker: AttachmentAsker, kept: Kept, upload?: Upload): OutboxKind {
  return keptFileKind({ name: SENT_FILE, waitingOf, asker, kept, upload })
}

/** Returns the file of the entry; null for another kind, or one that an older version wrote otherwise. */
export function fileOf(entry: OutboxEntry | undefined): WaitingFile | null {
  return entry?.kind === SENT_FILE && isFile(entry.body) ? entry.body : null
}

/** Returns whether the entry is the file with one of the ids: what names it goes after it. */
export function isFileAmong(entry: OutboxEntry, ids: readonly string[] | string | null | undefined): boolean {
  const file = fileOf(entry)
  return file !== null && [ids ?? []].flat().includes(file.id)
}

/** Returns what was said without the file, wherever it names it; null = it does not. */
function withoutFile(body: unknown, id: string): object | null {
  if (typeof body !== 'object' || body === null) return null
  const naming = (['attachmentIds', 'fileIds'] as const).flatMap((name) => {
    const ids: unknown = Reflect.get(body, name)
    return Array.isArray(ids) && ids.includes(id) ? [[name, ids.filter((one) => one !== id)] as const] : []
  })
  return naming.length === 0 ? null : { ...body, ...Object.fromEntries(naming) }
}

/** Takes the file out of what waits behind it, then off the device; its own entry is given up last. */
export async function dropFile(
  id: string,
  entries: readonly OutboxEntry[],
  acts: { readonly again: (id: number, body: unknown) => Promise<void>; readonly remove: (id: string) => Promise<void> },
): Promise<void> {
  for (const entry of entries) {
    const body = withoutFile(entry.body, id)
    if (body !== null) await acts.again(entry.id, body)
  }
  await acts.remove(id).catch(() => {})
}

function waitingOf(entry: OutboxEntry | undefined): Omit<PutFile, 'file'> | null {
  const file = fileOf(entry)
  if (file === null) return null
  const { road, id, supportRequestId = null } = file
  return { road, id, supportRequestId }
}

function isFile(body: unknown): body is WaitingFile {
  return typeof body === 'object' && body !== null && 'id' in body && 'name' in body && 'road' in body
}
