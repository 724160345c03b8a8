import type { FileSource } from '#engine/checklist/answerFile.ts'
import { MAX_ATTACHMENT_BYTES } from '#engine/conversation/message.ts'
import { type ApiProblem, problemOf } from './problems.ts'

/** Types of files that a message takes. */
export const ATTACHMENT_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const

/** Where files are sent and read: of messages and work requests, of checklists, of questions to the provider, and invoices. */
export type FileRoad = 'attachments' | 'checklist-files' | 'invoices' | 'support-files'

/** Who asks, and in which company. */
export type AttachmentAsker = { readonly accessToken: () => Promise<string | null>; readonly tenantId: string | null }

const MEGABYTE = 1024 * 1024

/** Returns the problem of a chosen file: ATTACHMENT_NOT_VALID by type, ATTACHMENT_TOO_LARGE above so many bytes; null when it may be sent. */
export function attachmentProblem(
  file: { readonly type: string; readonly size: number },
  maxBytes = MAX_ATTACHMENT_BYTES,
): ApiProblem | null {
  if (!ATTACHMENT_TYPES.some((type) => type === file.type)) return { code: 'ATTACHMENT_NOT_VALID', params: {} }
  return file.size > maxBytes ? tooLarge(maxBytes) : null
}

/** Returns the problem of a file above so many bytes. */
export function tooLarge(maxBytes: number): ApiProblem {
  return { code: 'ATTACHMENT_TOO_LARGE', params: { megabytes: maxBytes / MEGABYTE } }
}

/** Sends the file up; returns its id, with which a message sends it, or what was refused. */
export async function uploadAttachment(file: File, asker: AttachmentAsker): Promise<string | ApiProblem> {
  const answer = await askForFile(`/api/attachments?name=${encodeURIComponent(file.name)}`, asker, { method: 'POST', body: file })
  if (!(answer instanceof Response)) return answer
  const body: unknown = await answer.json().catch(() => null)
  const id: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : null
  return typeof id === 'string' ? id : { code: 'UNKNOWN', params: {} }
}

/** A file and the id that was made here, under which it is one file however often it is sent. */
export type PutFile = {
  readonly road: FileRoad
  readonly id: string
  readonly file: File
  /** Of a file for an answer to the provider: the question. */
  readonly supportRequestId?: number | null
  /** Of a file of an answer to a checklist: how it was taken. */
  readonly source?: FileSource | null
}

/** Sends the file up under its id; returns what was refused, null = nothing. */
export async function putFile({ road, id, file, supportRequestId = null }: PutFile, asker: AttachmentAsker): Promise<ApiProblem | null> {
  const query = new URLSearchParams({ name: file.name, ...(supportRequestId !== null && { request: String(supportRequestId) }) })
  const answer = await askForFile(`/api/${road}/${id}?${query.toString()}`, asker, { method: 'PUT', body: file })
  return answer instanceof Response ? null : answer
}

/** Returns the file, or why it cannot be read. */
export async function fetchFile(road: FileRoad, id: string, asker: AttachmentAsker): Promise<Blob | ApiProblem> {
  const answer = await askForFile(`/api/${road}/${id}`, asker, {})
  return answer instanceof Response ? await answer.blob() : answer
}

/** Returns the answer to a request for files, or what was refused. */
export async function askForFile(
  path: string,
  { accessToken, tenantId }: AttachmentAsker,
  init: RequestInit,
  maxBytes = MAX_ATTACHMENT_BYTES,
): Promise<Response | ApiProblem> {
  try {
    const token = await accessToken()
    const headers = {
      authorization: `Bearer ${token ?? ''}`,
      ...(init.body instanceof Blob && { 'content-type': init.body.type }),
      ...(tenantId !== null && { 'x-schema-code': tenantId }),
    }
    const response = await fetch(path, { ...init, headers })
    if (response.ok) return response
    if (response.status === 413) return tooLarge(maxBytes)
    const body: unknown = await response.json().catch(() => null)
    return problemOf(typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : null)
  } catch {
    return { code: 'OFFLINE', params: {} }
  }
}
