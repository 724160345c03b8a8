import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { deviationsOf, resultOfAnswers, signedText } from '#engine/checklist/answers.ts'
import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import type { UserId } from '#engine/ids.ts'
import type { Tenant } from '#server/db/database.ts'
import type { ChecklistDefinition } from './checklist.store.ts'
import { attachFound, hashesOf } from './checklistFile.store.ts'
import type { LeftDraft, Occurrence } from './occurrence.store.ts'
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

type Others = {
  readonly occurrence: Occurrence
  readonly definition: ChecklistDefinition
  /** What the one who ends it said. */
  readonly answers: readonly ChecklistAnswer[]
  readonly userId: UserId
  readonly now: number
}

/** Stores what others answered and did not hand in beside the submission that ends it, as theirs; what all of it says is in it already (domain.md CL-11). */
export async function keepDraftsOfOthers(tenant: Tenant, { occurrence, definition, answers, userId, now }: Others): Promise<void> {
  const { id, checklistId, version, workCenterId } = occurrence
  for (const { by, seenAt, answers: draft } of draftsOfOthers(occurrence, userId, now)) {
    if (areIn(answers, draft)) continue
    if (by === occurrence.startedBy) await attachFound(tenant, filesOfDraft(occurrence, by))
    const text = signedText({ checklistId, version, workCenterId, answers: draft, fileHashes: await hashesOf(tenant, id) })
    await insertSubmission(tenant, {
      occurrenceId: id,
      kind: 'ALSO',
      answers: draft,
      result: resultOfAnswers(definition.tasks, draft),
      deviations: deviationsOf(definition.tasks, draft).map(({ key }) => key),
      reason: null,
      submittedBy: by,
      viaStation: null,
      submittedAt: seenAt,
      receivedAt: now,
      signature: null,
      answersHash: createHash('sha256').update(text).digest('hex'),
    })
  }
}

/**
 * Returns what is left behind when the person goes on with what somebody else answered until now: their answers stay theirs, and the photos in them are
 * those of the run, so that whoever goes on can hand them in (domain.md CL-11). A photo that is not there any more holds nobody up.
 */
export async function leaveDraft(tenant: Tenant, occurrence: Occurrence, userId: UserId, now: number): Promise<readonly LeftDraft[]> {
  const { startedBy, draft, leftDrafts } = occurrence
  if (startedBy === null || startedBy === userId || draft.length === 0) return leftDrafts
  await attachFound(tenant, filesOfDraft(occurrence, startedBy))
  return [...leftDrafts.filter(({ by }) => by !== startedBy), { by: startedBy, seenAt: occurrence.seenAt ?? now, answers: draft }]
}

/** Returns the accounts of stations at which the person answered what is not handed in yet: its photos were sent up by these. */
export function ownVia({ startedBy, draftVia }: Occurrence, userId: UserId): readonly UserId[] {
  return startedBy === userId ? draftVia : []
}

function filesOfDraft(occurrence: Occurrence, by: UserId) {
  const fileIds = occurrence.draft.flatMap((answer) => answer.fileIds)
  return { occurrenceId: occurrence.id, uploadedBy: [by, ...occurrence.draftVia], fileIds }
}

function draftsOfOthers({ draft, leftDrafts, startedBy, seenAt }: Occurrence, userId: UserId, now: number): readonly LeftDraft[] {
  const last = startedBy === null || startedBy === userId ? [] : [{ by: startedBy, seenAt: seenAt ?? now, answers: draft }]
  return [...leftDrafts.filter(({ by }) => by !== userId && by !== last[0]?.by), ...last]
}

function areIn(answers: readonly ChecklistAnswer[], draft: readonly ChecklistAnswer[]): boolean {
  return draft.every((one) => answers.some((other) => isDeepStrictEqual({ ...other, answeredAt: 0 }, { ...one, answeredAt: 0 })))
}
