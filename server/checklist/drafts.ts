import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { deviationsOf, resultOfAnswers, signedText } from '#engine/checklist/answers.ts'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ChecklistDefinition } from './checklist.store.ts'
import { attachFiles, hashesOf } from './checklistFile.store.ts'
import type { Occurrence } from './occurrence.store.ts'
import { insertSubmission, listSubmissions } from './submission.store.ts'

/** Returns what the person answered before: a correction goes on from what counts, a submission from one's own draft or what was kept of it. */
export async function answeredBefore(
  tenant: Tenant,
  { id, state, draft, startedBy }: Occurrence,
  { userId, isCorrection }: { readonly userId: string; readonly isCorrection: boolean },
): Promise<readonly ChecklistAnswer[]> {
  if (state !== 'DONE') return startedBy === null || startedBy === userId ? draft : []
  const kept = (await listSubmissions(tenant, [id])).filter(({ kind, submittedBy }) =>
    isCorrection ? kind === 'FIRST' || kind === 'CORRECTION' : kind === 'ALSO' && submittedBy === userId,
  )
  return kept.at(-1)?.answers ?? []
}

/** Stores what somebody else answered and did not hand in beside the submission that ends it, as theirs (domain.md CL-11). */
export async function keepDraftOfAnother(
  tenant: Tenant,
  {
    occurrence,
    definition,
    answers,
    userId,
    now,
  }: {
    readonly occurrence: Occurrence
    readonly definition: ChecklistDefinition
    readonly answers: readonly ChecklistAnswer[]
    readonly userId: string
    readonly now: number
  },
): Promise<void> {
  const { id, checklistId, version, workCenterId, draft, startedBy, seenAt } = occurrence
  if (startedBy === null || startedBy === userId) return
  const isHandedIn = (one: ChecklistAnswer) =>
    answers.some((other) => isDeepStrictEqual({ ...other, answeredAt: 0 }, { ...one, answeredAt: 0 }))
  if (draft.every(isHandedIn)) return
  await attachFiles(tenant, { occurrenceId: id, uploadedBy: [startedBy] }, draft)
  const text = signedText({ checklistId, version, workCenterId, answers: draft, fileHashes: await hashesOf(tenant, id) })
  await insertSubmission(tenant, {
    occurrenceId: id,
    kind: 'ALSO',
    answers: draft,
    result: resultOfAnswers(definition.tasks, draft),
    deviations: deviationsOf(definition.tasks, draft).map(({ key }) => key),
    reason: null,
    submittedBy: startedBy,
    viaStation: null,
    submittedAt: seenAt ?? now,
    receivedAt: now,
    signature: null,
    answersHash: createHash('sha256').update(text).digest('hex'),
  })
}
