import { createHash } from 'node:crypto'
import { signedText } from '#engine/checklist/answers.ts'
import type { ChecklistTask } from '#engine/checklist/checklistTask.ts'
import type { Tenant } from '#server/db/database.ts'
import { paperPicture } from '#server/photo/reencode.ts'
import { findPlantZone } from '#server/workCenter/plantZone.store.ts'
import { findWorkCenters } from '#server/workCenter/workCenter.store.ts'
import { findFile, hashesOf, listFiles } from '#server/checklist/checklistFile.store.ts'
import type { ChecklistFile } from '#server/checklist/checklistFile.store.ts'
import { listChecklists, listVersions } from '#server/checklist/checklist.store.ts'
import { findOccurrences } from '#server/checklist/occurrence.store.ts'
import type { Occurrence } from '#server/checklist/occurrence.store.ts'
import { listSubmissions } from '#server/checklist/submission.store.ts'
import type { Submission } from '#server/checklist/submission.store.ts'

/** A file of an answer on paper: a picture, or the name of a document. */
export type PaperFile = Pick<ChecklistFile, 'id' | 'name' | 'source'> & { /** JPEG; null = a document. */ readonly picture: Buffer | null }

/** All that a run says on paper. */
export type RunOnPaper = {
  readonly name: string
  readonly place: string
  readonly zone: string
  readonly occurrence: Occurrence
  readonly tasks: readonly ChecklistTask[]
  readonly submissions: readonly (Submission & { readonly isChangedSince: boolean })[]
  readonly files: readonly PaperFile[]
}

/** So many pictures are on the pages of one run; of the others only the names. */
const MOST_PICTURES = 60

/** Returns what the run says on paper; null = there is none of the id. */
export async function readRun(tenant: Tenant, id: number): Promise<RunOnPaper | null> {
  const [occurrence] = await findOccurrences(tenant, [id])
  if (occurrence === undefined) return null
  const { checklistId, version, workCenterId } = occurrence
  const [checklist] = await listChecklists(tenant, { ids: [checklistId] })
  const definition = (await listVersions(tenant, [{ checklistId, version }])).get(`${checklistId}/${version}`)
  const [place] = await findWorkCenters(tenant, [workCenterId])
  const hashes = await hashesOf(tenant, id)
  const submissions = (await listSubmissions(tenant, [id])).map((one) => {
    const text = signedText({ checklistId, version, workCenterId, answers: one.answers, fileHashes: hashes })
    return { ...one, isChangedSince: createHash('sha256').update(text).digest('hex') !== one.answersHash }
  })
  const files: PaperFile[] = []
  for (const { id: fileId, name, contentType, source } of await listFiles(tenant, [id])) {
    const isPicture = contentType === 'image/webp' && files.length < MOST_PICTURES
    const bytes = isPicture ? ((await findFile(tenant, fileId))?.bytes ?? null) : null
    files.push({ id: fileId, name, source, picture: bytes === null ? null : await paperPicture(bytes) })
  }
  const zone = await findPlantZone(tenant, workCenterId)
  return { name: checklist?.name ?? '', place: place?.name ?? '', zone, occurrence, tasks: definition?.tasks ?? [], submissions, files }
}
