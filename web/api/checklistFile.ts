import type { AttachmentAsker } from './attachment.ts'
import { askForFile } from './attachment.ts'
import type { ApiProblem } from './problems.ts'

const PATH = '/api/checklist-files'

/** Sends the photo or document up under an id that was made here, so that sent again it is one; returns what was refused, null = nothing. */
export async function uploadChecklistFile(id: string, file: File, asker: AttachmentAsker): Promise<ApiProblem | null> {
  const answer = await askForFile(`${PATH}/${id}?name=${encodeURIComponent(file.name)}`, asker, { method: 'PUT', body: file })
  return answer instanceof Response ? null : answer
}

/** Returns the file, or why it cannot be read. */
export async function fetchChecklistFile(id: string, asker: AttachmentAsker): Promise<Blob | ApiProblem> {
  const answer = await askForFile(`${PATH}/${id}`, asker, {})
  return answer instanceof Response ? await answer.blob() : answer
}
