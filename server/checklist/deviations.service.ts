import { deviationEffects, deviationText, filesOf, reportsOfDeviations, subjectsOfChecklist } from '#engine/checklist/deviationEffects.ts'
import type { DeviationEffect, DeviationReport } from '#engine/checklist/deviationEffects.ts'
import type { ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import { MAX_NOTE_LENGTH } from '#engine/shift/handover.ts'
import { MAX_REQUEST_LENGTH, MAX_REQUEST_PHOTOS } from '#engine/workRequest/workRequestForm.ts'
import { insertAttachment } from '#server/conversation/attachment.store.ts'
import type { Tenant } from '#server/db/database.ts'
import { insertEvents } from '#server/event/domainEvent.store.ts'
import { notifyRecordsChanged } from '#server/event/notifyRecords.ts'
import { Refusal } from '#server/refusal.ts'
import { shiftNamed } from '#server/shift/handover.service.ts'
import { insertNote } from '#server/shift/handover.store.ts'
import type { NamedShift } from '#server/shift/handover.store.ts'
import { sayerOf } from '#server/user/acting.ts'
import type { Actor } from '#server/user/acting.ts'
import { openRequest } from '#server/workRequest/workRequest.service.ts'
import { listOpenSubjects } from '#server/workRequest/workRequest.store.ts'
import type { ChecklistMember } from './checklist.service.ts'
import { findFile } from './checklistFile.store.ts'
import type { Occurrence } from './occurrence.store.ts'

/** Who hands in; `visible` null = they see all work centers. */
export type EffectMaker = Actor & ChecklistMember & { readonly visible: ReadonlySet<number> | null }

/** A run that was handed in. */
export type HandedIn = {
  readonly occurrence: Occurrence
  readonly name: string
  readonly tasks: readonly ChecklistTask[]
  readonly answers: readonly ChecklistAnswer[]
  /** The time of the tap, and now; ms UTC. */
  readonly at: number
  readonly now: number
  readonly isCorrection: boolean
  /** Keys of tasks whose deviations were handed in for it before, by whomever. */
  readonly known: ReadonlySet<string>
}

/**
 * Makes what follows from the deviations of a run, in the transaction of its answers (domain.md CL-12): an event that tells of them, a work request with the
 * pictures, a note of safety of the shift. A correction corrects the event, and makes the others of what it is the first to show; nothing is made twice, as
 * little as by who hands the same deviations in again.
 */
export async function makeEffects(tenant: Tenant, by: EffectMaker, run: HandedIn): Promise<void> {
  const isNew = ({ key }: ChecklistTask) => !run.known.has(key)
  const told = deviationEffects(run.tasks, run.answers).filter(({ action }) => action === 'NOTIFY')
  // What a request or a note says already is not said there again.
  const made = deviationEffects(run.isCorrection ? run.tasks.filter(isNew) : run.tasks, run.answers)
  for (const effect of [...told, ...made.filter(({ action }) => action !== 'NOTIFY')]) {
    const isSaid = !effect.tasks.some(isNew)
    if (effect.action === 'NOTIFY' ? isSaid && !run.isCorrection : isSaid) continue
    if (effect.action === 'NOTIFY') await tellOf(tenant, by, run, effect)
    else if (effect.action === 'WORK_REQUEST') await request(tenant, by, run, effect)
    else {
      const shift = await shiftOf(tenant, run)
      // Without a shift that it could be written for it is told.
      await (shift === null ? tellOf(tenant, by, run, effect) : writeNote(tenant, by, run, effect, shift))
    }
  }
}

async function tellOf(
  tenant: Tenant,
  by: EffectMaker,
  { occurrence, at, isCorrection, known }: HandedIn,
  { action, tasks }: DeviationEffect,
): Promise<void> {
  const { id, checklistId, workCenterId } = occurrence
  const payload = { occurrenceId: id, checklistId, tasks: tasks.map(({ description }) => description).join('\n'), count: tasks.length }
  const key = action === 'NOTIFY' ? `checklist/${id}` : `checklist/${id}/${action}`
  const isCorrected = (isCorrection && action === 'NOTIFY') || tasks.some((task) => known.has(task.key))
  const change = isCorrected ? 'CORRECTED' : 'HAPPENED'
  await insertEvents(tenant, [{ kind: 'CHECKLIST_DEVIATION', workCenterId, key, change, at, payload, actor: sayerOf(by).userId }])
}

/** Reports the deviations: each where an open request is about it, all others in a new one. Whoever changes runs of the place waits, so that none is made twice. */
async function request(tenant: Tenant, by: EffectMaker, run: HandedIn, { tasks }: DeviationEffect): Promise<void> {
  const open = await listOpenSubjects(tenant, { source: 'CHECKLIST_ANSWER', begin: subjectsOfChecklist(run.occurrence) })
  const subjects = open.map(({ subject }) => subject)
  for (const report of reportsOfDeviations(run.occurrence, tasks, subjects)) await reportDeviations(tenant, by, run, report)
}

async function reportDeviations(
  tenant: Tenant,
  by: EffectMaker,
  { occurrence, name, answers, at, now }: HandedIn,
  { subject, tasks }: DeviationReport,
): Promise<void> {
  const { workCenterId } = occurrence
  const attachmentIds: string[] = []
  for (const id of filesOf(tasks, answers).slice(0, MAX_REQUEST_PHOTOS)) {
    const file = await findFile(tenant, id)
    if (file === null) continue
    const { name: fileName, contentType, width, height, bytes } = file
    const copy = { name: fileName, contentType, width, height, bytes, uploadedBy: by.userId, uploadedOn: new Date(now) }
    attachmentIds.push((await insertAttachment(tenant, copy)).id)
  }
  const member = { ...by, mayUpdate: false, mayManage: false }
  await openRequest(tenant, now, member, {
    content: deviationText(name, tasks, answers, MAX_REQUEST_LENGTH),
    workCenterId,
    source: 'CHECKLIST_ANSWER',
    subject,
    seenUntil: null,
    responsibleId: null,
    dueAt: null,
    attachmentIds,
    occurredAt: at,
  })
}

/** The shift in which it was due, as notes name it; null = out of schedule, or the calendar has none any more. */
async function shiftOf(tenant: Tenant, { occurrence, now }: HandedIn): Promise<NamedShift | null> {
  const { workCenterId, shiftStart, dueAt } = occurrence
  if (shiftStart === null) return null
  try {
    return await shiftNamed(tenant, workCenterId, { date: null, shiftId: null }, { at: dueAt, now })
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

async function writeNote(
  tenant: Tenant,
  by: EffectMaker,
  { occurrence, name, answers, at, now }: HandedIn,
  { tasks }: DeviationEffect,
  shift: NamedShift,
): Promise<void> {
  const { workCenterId } = occurrence
  const { userId, viaStation } = sayerOf(by)
  await insertNote(tenant, {
    workCenterIds: [workCenterId],
    kind: 'SAFETY',
    text: deviationText(name, tasks, answers, MAX_NOTE_LENGTH),
    shift,
    loss: null,
    owner: null,
    ownerId: null,
    team: null,
    due: null,
    createdBy: userId,
    viaStation,
    createdOn: new Date(at),
    receivedOn: new Date(now),
  })
  await notifyRecordsChanged(tenant, [{ workCenterId, kinds: ['shift'], from: shift.start, to: null }])
}
