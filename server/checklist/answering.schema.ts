import type { ChecklistAnswer } from '#engine/checklist/checklistTask.ts'
import { asId } from '#engine/ids.ts'
import type { UserId } from '#engine/ids.ts'
import { builder, can } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { Refusal } from '#server/refusal.ts'
import { actorIn } from '#server/user/user.graph.ts'
import { keepAnswers, skipOccurrence, startByHand, submitAnswers } from './answering.service.ts'
import type { Answerer, StartedHere } from './answering.service.ts'
import { assignOccurrence } from './assigning.service.ts'
import { ChecklistOccurrenceRef } from './checklist.graph.ts'
import type { Signature } from './submission.store.ts'

const MAX_ANSWERS = 100

const AnswerInput = builder.inputType('ChecklistAnswerInput', {
  description: 'Only the field of the type of its task is read.',
  fields: (t) => ({
    taskId: t.string({ required: true }),
    isNotApplicable: t.boolean({ defaultValue: false }),
    yes: t.boolean(),
    number: t.field({ type: 'Decimal' }),
    text: t.string({ description: 'At most 2000 characters.' }),
    isDone: t.boolean({ defaultValue: false }),
    options: t.stringList({ defaultValue: [] }),
    fileIds: t.field({ type: ['Guid'], defaultValue: [], description: 'Sent up before; at most 10.' }),
    comment: t.string({ description: 'At most 1000 characters.' }),
    attempts: t.field({ type: ['Decimal'], defaultValue: [], description: 'What was measured before; at most 20.' }),
    answeredAt: t.field({ type: 'DateTime', description: 'When it was tapped; left out: now.' }),
  }),
})

const StrokeInput = builder.inputType('ChecklistStrokeInput', {
  fields: (t) => ({ points: t.field({ type: ['Decimal'], required: true, description: 'x, y, x, y …, within 0 and 1.' }) }),
})

const SignatureInput = builder.inputType('ChecklistSignatureInput', {
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    strokes: t.field({ type: [StrokeInput], required: true }),
  }),
})

const StartedInput = builder.inputType('StartedChecklistInput', {
  description: 'A checklist that was begun on a device without a connection.',
  fields: (t) => ({
    checklistId: t.int({ required: true }),
    workCenterId: t.int({ required: true }),
    version: t.int({ required: true, description: 'Of the checklist, as the device asked it.' }),
    startedAt: t.field({ type: 'DateTime', required: true, description: 'When it was begun there, at most 14 days ago.' }),
  }),
})

builder.mutationFields((t) => {
  const actingUserId = t.arg({ type: 'Guid', description: 'From a station: which of its people answers.' })
  const requestKey = t.arg({ type: 'Guid', description: 'Asked again with the same key, it is done once.' })
  const occurrenceId = t.arg.int({ required: true })
  const answers = t.arg({ type: [AnswerInput], required: true })
  return {
    startChecklist: t.field({
      type: ChecklistOccurrenceRef,
      authScopes: can('UPDATE', 'CHECKLISTS'),
      description: 'The one that is open at the work center, else one by hand, where the checklist allows it.',
      args: { checklistId: t.arg.int({ required: true }), workCenterId: t.arg.int({ required: true }), requestKey, actingUserId },
      resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
        const place = { checklistId: args.checklistId, workCenterId: (await context.workCenter(args.workCenterId)).id }
        const request = key == null ? null : { key, operation: 'startChecklist', content: args }
        return await startByHand(context.deps, answererIn(context, named), place, request)
      },
    }),
    saveChecklistAnswers: t.field({
      type: ChecklistOccurrenceRef,
      authScopes: can('UPDATE', 'CHECKLISTS'),
      description: 'Keeps answers until they are handed in. Refuses for ten minutes what somebody else answers, unless it is taken over.',
      args: { occurrenceId, answers, isTakenOver: t.arg.boolean({ defaultValue: false }), actingUserId },
      resolve: async (_root, args, context) => {
        const answers = answersOf(args.answers, context.deps.now())
        const saidAt = answers.length === 0 ? null : Math.max(...answers.map(({ answeredAt }) => answeredAt))
        const given = { id: args.occurrenceId, answers, isTakenOver: args.isTakenOver ?? false }
        return await keepAnswers(context.deps, answererIn(context, args.actingUserId, saidAt), await context.visibleIds(), given)
      },
    }),
    submitChecklist: t.field({
      type: ChecklistOccurrenceRef,
      authScopes: can('UPDATE', 'CHECKLISTS'),
      description:
        'Hands the answers in, with those kept before. Who comes second is kept beside the first; with a reason it is a correction. `started` takes the place of `occurrenceId` for what was begun on a device: it is the occurrence in whose time it was begun, else one by hand, where the checklist allows it.',
      args: {
        occurrenceId: t.arg.int({ description: 'Required unless `started` is given.' }),
        started: t.arg({ type: StartedInput }),
        answers,
        signature: t.arg({ type: SignatureInput }),
        occurredAt: t.arg({ type: 'DateTime', description: 'When it was handed in on the device, at most 14 days ago.' }),
        reason: t.arg.string({ description: 'Why it differs from what was handed in before; 3 to 1000 characters.' }),
        requestKey,
        actingUserId,
      },
      resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
        const given = {
          of: await occurrenceOf(args, context),
          answers: answersOf(args.answers, args.occurredAt ?? context.deps.now()),
          signature: args.signature == null ? null : signatureOf(args.signature),
          at: args.occurredAt ?? null,
          reason: args.reason ?? null,
        }
        const request = key == null ? null : { key, operation: 'submitChecklist', content: args }
        return await submitAnswers(context.deps, answererIn(context, named, given.at), await context.visibleIds(), given, request)
      },
    }),
    reassignChecklist: t.field({
      type: ChecklistOccurrenceRef,
      authScopes: can('UPDATE', 'CHECKLISTS'),
      description: 'Gives an open one to a person, who goes on with what another began. Others may still answer it.',
      args: { occurrenceId, assigneeId: t.arg({ type: 'Guid', description: 'Null = nobody in particular.' }), actingUserId },
      resolve: async (_root, { occurrenceId: id, assigneeId, actingUserId: named }, context) =>
        assignOccurrence(context.deps, answererIn(context, named), await context.visibleIds(), {
          id,
          assigneeId: assigneeId == null ? null : asId<UserId>(assigneeId),
        }),
    }),
    skipChecklist: t.field({
      type: ChecklistOccurrenceRef,
      authScopes: can('UPDATE', 'CHECKLISTS'),
      description:
        'Says why nobody answers it. Said in its time and sent later it is skipped, not missed. One that was missed takes a reason until its shift is confirmed, and stays missed. Refuses for ten minutes what somebody else answers, unless it is taken over.',
      args: {
        occurrenceId,
        reason: t.arg.string({ required: true, description: '3 to 1000 characters.' }),
        isTakenOver: t.arg.boolean({ defaultValue: false }),
        occurredAt: t.arg({ type: 'DateTime', description: 'When it was said on the device, at most 14 days ago.' }),
        requestKey,
        actingUserId,
      },
      resolve: async (_root, { requestKey: key, actingUserId: named, ...args }, context) => {
        const given = {
          id: args.occurrenceId,
          reason: args.reason,
          at: args.occurredAt ?? null,
          isTakenOver: args.isTakenOver ?? false,
        }
        const request = key == null ? null : { key, operation: 'skipChecklist', content: args }
        return await skipOccurrence(context.deps, answererIn(context, named, given.at), await context.visibleIds(), given, request)
      },
    }),
  }
})

/** Returns which occurrence is handed in; refuses none, and a work center that the caller may not see. */
async function occurrenceOf(
  {
    occurrenceId,
    started,
  }: { readonly occurrenceId?: number | null | undefined; readonly started?: typeof StartedInput.$inferInput | null | undefined },
  context: RequestContext,
): Promise<number | StartedHere> {
  if (started == null) {
    if (occurrenceId == null) throw new Refusal({ code: 'REQUIRED', field: 'occurrenceId' })
    return occurrenceId
  }
  const { checklistId, workCenterId, version, startedAt } = started
  return { checklistId, version, workCenterId: (await context.workCenter(workCenterId)).id, at: startedAt }
}

function answererIn(context: RequestContext, named: string | null | undefined, saidAt?: number | null): Answerer {
  return actorIn(context, named, saidAt)
}

function answersOf(given: readonly (typeof AnswerInput.$inferInput)[], now: number): readonly ChecklistAnswer[] {
  if (given.length > MAX_ANSWERS)
    throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field: 'answers', params: { value: given.length, min: 0, max: MAX_ANSWERS } })
  return given.map((one) => ({
    taskKey: one.taskId,
    isNotApplicable: one.isNotApplicable ?? false,
    yes: one.yes ?? null,
    number: one.number ?? null,
    text: one.text ?? null,
    isDone: one.isDone ?? false,
    options: [...new Set(one.options)],
    fileIds: [...new Set(one.fileIds)],
    comment: one.comment?.trim() ?? null,
    attempts: [...(one.attempts ?? [])],
    answeredAt: Math.min(one.answeredAt ?? now, now),
  }))
}

function signatureOf({ name, strokes }: typeof SignatureInput.$inferInput): Signature {
  return {
    name,
    strokes: strokes.map(({ points }) =>
      Array.from({ length: Math.floor(points.length / 2) }, (_, index) => [points[index * 2] ?? 0, points[index * 2 + 1] ?? 0] as const),
    ),
  }
}
