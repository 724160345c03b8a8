import type { Problem } from '#engine/result.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'

/** A message is a text, or a file that was uploaded before. */
export const MESSAGE_CONTENT_TYPES = ['ATTACHMENT', 'TEXT'] as const
export type MessageContentType = (typeof MESSAGE_CONTENT_TYPES)[number]

export const MAX_MESSAGE_LENGTH = 4_000
/** The sender may change a message for so long after it arrived. */
export const MESSAGE_CHANGE_MS = 15 * MINUTE_MS
/** A device may send so late what was written on it. */
const MOST_LATE_MS = 14 * DAY_MS

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a person sends; the content of an attachment is the id of its upload. */
export type SaidMessage = { readonly content: string; readonly contentType: MessageContentType }

/** Returns what is wrong with the message, or null (domain.md C-1). */
export function problemOfMessage({ content, contentType }: SaidMessage): Problem | null {
  if (contentType === 'ATTACHMENT')
    return UUID.test(content) ? null : { code: 'ATTACHMENT_NOT_FOUND', field: 'content', params: { id: content.slice(0, 40) } }
  const { length } = content.trim()
  if (length === 0) return { code: 'REQUIRED', field: 'content' }
  return length > MAX_MESSAGE_LENGTH ? { code: 'LENGTH_OUT_OF_RANGE', field: 'content', params: { min: 1, max: MAX_MESSAGE_LENGTH } } : null
}

/** Returns the text as messages of legal length, in their order; nothing of it is left out and no character is cut in two. */
export function messagesOf(text: string): readonly string[] {
  const messages: string[] = []
  for (let rest = text.trim(); rest !== '';) {
    const piece = rest.slice(0, MAX_MESSAGE_LENGTH)
    // A character of two units that would be cut goes into the next message whole.
    const isCut = rest.length > piece.length && /[\uD800-\uDBFF]$/.test(piece)
    const message = isCut ? piece.slice(0, -1) : piece
    messages.push(message)
    rest = rest.slice(message.length)
  }
  return messages
}

/** Returns when the message was sent, by the clock of who sent it but never after now; a problem where that is too long ago (domain.md C-1). */
export function sentAtOf(occurredAt: number | null, now: number): { readonly at: number; readonly problem: Problem | null } {
  const at = Math.min(occurredAt ?? now, now)
  const isLate = at < now - MOST_LATE_MS
  return { at, problem: isLate ? { code: 'SAID_TOO_LONG_AGO', field: 'occurredAt', params: { maxDays: MOST_LATE_MS / DAY_MS } } : null }
}

/** A stored message, as a change of it finds it. */
export type WrittenMessage = {
  readonly senderId: string
  readonly contentType: MessageContentType
  /** When the server took it, which may be long after it was written. */
  readonly receivedOn: number
  readonly isDeleted: boolean
}

/** Returns why the person cannot change or delete the message now, or null: only who sent it, within 15 minutes (domain.md C-2). */
export function problemOfMessageChange(
  message: WrittenMessage,
  by: { readonly userId: string; readonly now: number; readonly act: 'DELETE' | 'EDIT' },
): Problem | null {
  if (message.senderId !== by.userId) return { code: 'MESSAGE_OF_ANOTHER' }
  if (message.isDeleted) return by.act === 'DELETE' ? null : { code: 'MESSAGE_DELETED' }
  if (by.act === 'EDIT' && message.contentType === 'ATTACHMENT') return { code: 'MESSAGE_NOT_TEXT' }
  return by.now - message.receivedOn > MESSAGE_CHANGE_MS
    ? { code: 'MESSAGE_TOO_OLD', params: { minutes: MESSAGE_CHANGE_MS / MINUTE_MS } }
    : null
}

/** The largest file that a message takes. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024

/** Returns what the bytes are by their beginning, whatever their sender calls them; null = nothing that a message takes (domain.md C-3). */
export function attachmentKindOf(start: Uint8Array): 'PDF' | 'PICTURE' | null {
  const text = String.fromCodePoint(...start.subarray(0, 12))
  if (text.startsWith('%PDF-')) return 'PDF'
  const isPicture = text.startsWith('ÿØÿ') || text.startsWith('\u0089PNG\r\n\u001A\n') || /^RIFF[^]{4}WEBP$/.test(text)
  return isPicture ? 'PICTURE' : null
}

/** Returns the name under which a file is kept: its last part without control characters, at most 200 of them. */
export function attachmentName(asked: string): string {
  const last = asked.split(/[/\\]/).at(-1) ?? ''
  // eslint-disable-next-line no-control-regex -- they are what is taken out
  const name = last.replaceAll(/[\u0000-\u001F\u007F]/g, '').trim()
  return name === '' ? 'file' : [...name].slice(0, 200).join('')
}
