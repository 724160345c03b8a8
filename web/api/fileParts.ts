import { FILE_PART_BYTES, MAX_ANSWER_FILE_BYTES } from '#engine/checklist/answerFile.ts'
import { askForFile, type AttachmentAsker, type PutFile } from './attachment.ts'
import type { ApiProblem } from './problems.ts'

/** On a line that takes longer for a part nothing is sent in the end. */
const PART_MS = 60_000

/** The server was reached, and the line broke on the way of a part: the next try goes on there. */
export const LINE_BROKE = 'LINE_BROKE'

/**
 * Sends the photo or document up under an id that was made here, so that sent again it is one; a larger one in parts, from where the server has it on
 * (domain.md CL-10). Returns what was refused, null = nothing.
 */
export async function putFileInParts({ road, id, file, source = null }: PutFile, asker: AttachmentAsker): Promise<ApiProblem | null> {
  const whole = `/api/${road}/${id}`
  const end = `${whole}?${new URLSearchParams({ name: file.name, ...(source !== null && { source }) }).toString()}`
  if (file.size <= FILE_PART_BYTES) return await problemOf(end, asker, { method: 'PUT', body: file })
  const parts = `${whole}/parts`
  let there = await progressOf(parts, asker, {})
  if ('code' in there) return there
  if (there.isStored) return null
  // What is there of another file under this id, such as the photo before it was made smaller, is not gone on with.
  let at = there.size === file.size ? there.received : 0
  while (at < file.size) {
    const body = file.slice(at, at + FILE_PART_BYTES, file.type)
    there = await progressOf(`${parts}/${at}?size=${file.size}`, asker, { method: 'PUT', body, signal: AbortSignal.timeout(PART_MS) })
    if ('code' in there) return there.code === 'OFFLINE' ? { code: LINE_BROKE, params: {} } : there
    // Another tab sends it, too.
    if (there.size !== file.size || there.received === at) return { code: 'OFFLINE', params: {} }
    at = there.received
  }
  return await problemOf(end, asker, { method: 'POST' })
}

async function problemOf(path: string, asker: AttachmentAsker, init: RequestInit): Promise<ApiProblem | null> {
  const answer = await askForFile(path, asker, init, MAX_ANSWER_FILE_BYTES)
  return answer instanceof Response ? null : answer
}

type Progress = { readonly received: number; readonly size: number; readonly isStored: boolean }

async function progressOf(path: string, asker: AttachmentAsker, init: RequestInit): Promise<ApiProblem | Progress> {
  const answer = await askForFile(path, asker, init)
  if (!(answer instanceof Response)) return answer
  const body: unknown = await answer.json().catch(() => null)
  return isProgress(body) ? body : { code: 'OFFLINE', params: {} }
}

function isProgress(body: unknown): body is Progress {
  return typeof body === 'object' && body !== null && 'received' in body && 'size' in body && 'isStored' in body
}
