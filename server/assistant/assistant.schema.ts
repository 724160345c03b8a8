import { ABILITY_SUBJECTS } from '#engine/access/abilities.ts'
import { ASKED_MEASURES, type AskedMeasure, type AskMemory, ASSISTANT_LANGUAGES, type Place } from '#engine/assistant/askContext.ts'
import { type Intent, INTENTS, INTENTS_OF_PERIOD } from '#engine/assistant/intents.ts'
import type { Chip } from '#engine/assistant/understand.ts'
import { subjectsOff } from '#engine/extension/extension.ts'
import { textProblem } from '#engine/fields/fieldRules.ts'
import { chosenExtensions } from '#server/extension/extension.graph.ts'
import { builder } from '#server/graphql/builder.ts'
import { ownQuery } from '#server/graphql/ownQuery.ts'
import { Refusal } from '#server/refusal.ts'
import { answerQuestion, type Answered } from './assistant.service.ts'
import { FACT_KINDS, type Fact } from './fact.ts'
import { modelHelp } from './model/assistantModel.service.ts'

/** Questions are longer only by accident. */
const MAX_QUESTION_LENGTH = 300

const KINDS = ['UNDERSTOOD', 'ASKS_BACK', 'NO_RIGHT', 'NOT_UNDERSTOOD'] as const
const KIND_OF = {
  understood: 'UNDERSTOOD',
  ask: 'ASKS_BACK',
  noRight: 'NO_RIGHT',
  notUnderstood: 'NOT_UNDERSTOOD',
} as const satisfies Record<Answered['understanding']['kind'], (typeof KINDS)[number]>

const KindEnum = builder.enumType('AssistantAnswerKind', {
  description: 'ASKS_BACK = the names of the answer are the choice. NO_RIGHT = the caller may not read what is asked about.',
  values: KINDS,
})
const FactKindEnum = builder.enumType('AssistantFactKind', {
  description: 'SHARE, TARGET, BATTERY are fractions of 1, DURATION and REASON seconds, ENERGY kWh.',
  values: FACT_KINDS,
})
const IntentEnum = builder.enumType('AssistantIntent', {
  values: Object.fromEntries(INTENTS.map((intent) => [intent.replaceAll(/[A-Z]/g, '_$&').toUpperCase(), { value: intent }])),
})
const SubjectRef = builder.enumType('AssistantNeed', {
  description: 'What the caller would have to be able to read.',
  values: ABILITY_SUBJECTS,
})

const FactRef = builder.objectRef<Fact>('AssistantFact').implement({
  description: 'A line of an answer, as an operation of the API told it.',
  fields: (t) => ({
    kind: t.expose('kind', { type: FactKindEnum }),
    name: t.exposeString('name', { nullable: true, description: 'Of the work center, day, reason, order or person that it is about.' }),
    text: t.string({ nullable: true, description: 'A second name, a unit or a currency.', resolve: ({ text }) => text ?? null }),
    code: t.string({ nullable: true, description: 'A state, by its name in this API.', resolve: ({ code }) => code ?? null }),
    value: t.float({ nullable: true, resolve: ({ value }) => value ?? null }),
    of: t.float({ nullable: true, description: 'What the value is measured against.', resolve: ({ of }) => of ?? null }),
    at: t.field({ type: 'DateTime', nullable: true, resolve: ({ at }) => at ?? null }),
  }),
})

const MeasureEnum = builder.enumType('AssistantMeasure', { description: 'OEE or one of its factors.', values: ASKED_MEASURES })

const PlaceRef = builder.objectRef<AskMemory>('AssistantMemory').implement({
  description: 'What a question was about, for the next one.',
  fields: (t) => ({
    workCenterId: t.int({ nullable: true, resolve: ({ place }) => (place?.kind === 'workCenter' ? place.id : null) }),
    groupId: t.int({ nullable: true, resolve: ({ place }) => (place?.kind === 'group' ? place.id : null) }),
    isMine: t.boolean({ description: 'The work centers of the caller.', resolve: ({ place }) => place?.kind === 'mine' }),
    jobOrderId: t.int({ nullable: true, resolve: ({ orderId }) => orderId }),
    intent: t.field({ type: IntentEnum, nullable: true, resolve: ({ intent }) => intent }),
    measure: t.field({ type: MeasureEnum, nullable: true, resolve: ({ measure }) => measure }),
  }),
})

const ChipRef = builder.objectRef<Chip>('AssistantChoice').implement({
  fields: (t) => ({ name: t.exposeString('name') }),
})

const AnswerRef = builder.objectRef<Answered>('AssistantAnswer').implement({
  description: 'What a question means, and the facts that answer it.',
  fields: (t) => ({
    kind: t.field({ type: KindEnum, resolve: ({ understanding }) => KIND_OF[understanding.kind] }),
    intent: t.field({
      type: IntentEnum,
      nullable: true,
      resolve: ({ understanding }) => ('intent' in understanding ? understanding.intent : null),
    }),
    facts: t.field({ type: [FactRef], resolve: ({ facts }) => [...facts] }),
    moreCount: t.exposeInt('moreCount', { description: 'Lines that the page of the link has beyond these.' }),
    words: t.exposeString('words', {
      nullable: true,
      description:
        'The lines in the words of the external model, each figure as a line has it; null = it was not asked, or its words were not taken.',
    }),
    isChosenByModel: t.exposeBoolean('isChosenByModel', {
      description: 'Whether the external model chose what is meant, since the product did not understand the question.',
    }),
    takesPeriod: t.boolean({
      description: 'Whether a period alone, such as "and yesterday?", may be asked next.',
      resolve: ({ understanding }) => understanding.kind === 'understood' && INTENTS_OF_PERIOD.has(understanding.intent),
    }),
    measure: t.string({
      nullable: true,
      description: 'The factor of OEE that was asked for.',
      resolve: ({ understanding }) => (understanding.kind === 'understood' ? understanding.slots.measure : null),
    }),
    dateFrom: t.field({ type: 'Date', nullable: true, resolve: (answer) => datesOf(answer)?.from ?? null }),
    dateTo: t.field({ type: 'Date', nullable: true, resolve: (answer) => datesOf(answer)?.to ?? null }),
    shiftCode: t.string({
      nullable: true,
      resolve: ({ understanding }) => (understanding.kind === 'understood' ? (understanding.slots.period?.shiftCode ?? null) : null),
    }),
    link: t.string({
      nullable: true,
      description: 'The address of the page with the same filters.',
      resolve: ({ understanding }) => (understanding.kind === 'understood' ? understanding.plan.link : null),
    }),
    explainedBy: t.string({
      nullable: true,
      description: 'The entry of the FAQ that says how it is computed.',
      resolve: ({ understanding }) => (understanding.kind === 'understood' ? understanding.plan.explainedBy : null),
    }),
    needs: t.field({
      type: SubjectRef,
      nullable: true,
      resolve: ({ understanding }) => (understanding.kind === 'noRight' ? understanding.needs : null),
    }),
    choices: t.field({
      type: [ChipRef],
      resolve: ({ understanding }) => (understanding.kind === 'ask' ? [...understanding.chips] : []),
    }),
    memory: t.field({
      type: PlaceRef,
      nullable: true,
      resolve: ({ understanding }) => (understanding.kind === 'understood' ? understanding.memory : null),
    }),
  }),
})

const AskContextInput = builder.inputType('AssistantContextInput', {
  description: 'What the question before was about, and the language of the screen.',
  fields: (t) => ({
    language: t.string({ description: 'en, uk, pl, ru, es or uz.' }),
    workCenterId: t.int(),
    groupId: t.int(),
    isMine: t.boolean(),
    jobOrderId: t.int(),
    intent: t.field({ type: IntentEnum, description: 'What was asked: a period alone asks it again.' }),
    measure: t.field({ type: MeasureEnum }),
  }),
})

builder.queryFields((t) => ({
  ask: t.field({
    type: AnswerRef,
    authScopes: { member: true },
    description:
      'Answers a question in words by the operations of this API, with the rights of the caller and the page that shows the same. It changes nothing and computes no figure.',
    args: {
      question: t.arg.string({ required: true, description: `1 to ${MAX_QUESTION_LENGTH} characters.` }),
      context: t.arg({ type: AskContextInput }),
    },
    resolve: async (_root, args, context, { schema }) => {
      const question = args.question.trim()
      const problem = textProblem('question', question, { min: 1, max: MAX_QUESTION_LENGTH })
      if (problem !== null) throw new Refusal(problem)
      const wanted = args.context?.language ?? context.language
      const language = ASSISTANT_LANGUAGES.find((known) => known === wanted) ?? 'en'
      const off = subjectsOff(await chosenExtensions(context))
      const readable = new Set(
        context.abilities().flatMap(({ action, subject }) => (action === 'READ' && !off.has(subject) ? [subject] : [])),
      )
      const api = { ask: ownQuery({ schema, context }), readable, now: context.now() }
      const help = await modelHelp(context.deps, context.member().companyId, language)
      return answerQuestion(api, { question, language, memory: memoryOf(args.context ?? {}) }, help)
    },
  }),
}))

type Remembered = {
  readonly workCenterId?: number | null | undefined
  readonly groupId?: number | null | undefined
  readonly isMine?: boolean | null | undefined
  readonly jobOrderId?: number | null | undefined
  readonly intent?: Intent | null | undefined
  readonly measure?: AskedMeasure | null | undefined
}

function memoryOf({ workCenterId, groupId, isMine, jobOrderId, intent, measure }: Remembered): AskMemory {
  return {
    place: placeOf({ workCenterId, groupId, isMine }),
    orderId: jobOrderId ?? null,
    intent: intent ?? null,
    measure: measure ?? null,
  }
}

function placeOf({ workCenterId, groupId, isMine }: Remembered): Place | null {
  if (workCenterId != null) return { kind: 'workCenter', id: workCenterId }
  if (groupId != null) return { kind: 'group', id: groupId }
  return isMine === true ? { kind: 'mine' } : null
}

function datesOf({ understanding }: Answered): { readonly from: string; readonly to: string } | null {
  return understanding.kind === 'understood' ? (understanding.slots.period?.dates ?? null) : null
}
