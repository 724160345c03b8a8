import type { AskContext, AskMemory, AssistantLanguage } from '#engine/assistant/askContext.ts'
import { hiddenPeople } from '#engine/assistant/model/hiddenPeople.ts'
import { wordsStand } from '#engine/assistant/model/wordsStand.ts'
import { type Understanding, understand, understandAs } from '#engine/assistant/understand.ts'
import type { AssistantApi } from './assistantApi.ts'
import { ANSWERS } from './answers.ts'
import { askContext } from './askContext.service.ts'
import type { Fact } from './fact.ts'
import type { ModelTalk } from './model/externalModel.ts'
import { toldFact } from './model/toldFact.ts'

/** Lines that are told; the link leads to all. */
const MOST_FACTS = 8

export type Answered = {
  readonly understanding: Understanding
  readonly facts: readonly Fact[]
  /** Lines that the screen has beyond those. */
  readonly moreCount: number
  /** Of the external model, whose figures are all among the facts; null = our own stand. */
  readonly words: string | null
  /** Whether the external model chose what is meant, where our table did not understand. */
  readonly isChosenByModel: boolean
}

/** An external model that the company lets be asked, and the people whose names it must not see. */
export type ModelHelp = { readonly talk: ModelTalk; readonly people: readonly string[] }

/**
 * Returns what a question means and the facts that answer it (domain.md HP-2), each from an operation of the API asked with the rights of the
 * caller; the assistant computes none. What the caller may not read is left out. Where the company allows an external model, it chooses among the same
 * intents what our table does not understand, and words the answer (HP-3).
 */
export async function answerQuestion(
  api: AssistantApi,
  asked: { readonly question: string; readonly language: AssistantLanguage; readonly memory: AskMemory },
  help: ModelHelp | null = null,
): Promise<Answered> {
  const { question, language } = asked
  const context = await askContext(api, language, asked.memory)
  const own = understand(question, context)
  const isAsked = own.kind === 'notUnderstood' && help !== null
  const understanding = isAsked ? await chosenByModel(help, question, context) : own
  const isChosenByModel = isAsked && understanding.kind !== 'notUnderstood'
  if (understanding.kind !== 'understood') return { understanding, facts: [], moreCount: 0, words: null, isChosenByModel }
  const { intent, plan, slots } = understanding
  const workCenterNames = new Map(context.workCenters.map(({ id, name }) => [String(id), name]))
  const parts = plan.queries.map(async ({ query, args }) => {
    const answer = ANSWERS[query]
    if (answer === undefined || (answer.needs !== null && !context.readable.has(answer.needs))) return { told: [], beyond: 0 }
    const data = await api.ask<never>(answer.document, answer.args?.(args, intent) ?? args)
    return { told: answer.facts(data, { intent, measure: slots.measure }, workCenterNames), beyond: answer.beyond?.(data) ?? 0 }
  })
  const answers = await Promise.all(parts)
  const all = answers.flatMap(({ told }) => told)
  const beyond = answers.reduce((sum, one) => sum + one.beyond, 0)
  const facts = all.slice(0, MOST_FACTS)
  const moreCount = Math.max(0, all.length - MOST_FACTS) + beyond
  // Of a list that was cut nobody can say what is the most or the least.
  const isWorded = help !== null && facts.length > 0 && moreCount === 0
  const words = isWorded ? await wordedByModel(help, facts, { question, language, context }) : null
  return { understanding, facts, moreCount, words, isChosenByModel }
}

async function chosenByModel({ talk, people }: ModelHelp, question: string, context: AskContext): Promise<Understanding> {
  const hidden = hiddenPeople(people, thingsOf(context))
  const choice = await talk.choose(hidden.hide(question))
  if (choice === null) return { kind: 'notUnderstood', search: question }
  return understandAs({ ...choice, place: hidden.show(choice.place) }, question, context)
}

type Wording = { readonly question: string; readonly language: AssistantLanguage; readonly context: AskContext }

async function wordedByModel(
  { talk, people }: ModelHelp,
  facts: readonly Fact[],
  { question, language, context }: Wording,
): Promise<string | null> {
  const hidden = hiddenPeople([...people, ...facts.flatMap(peopleOf)], thingsOf(context))
  const lines = facts.map((fact) => {
    const { name, text } = toldFact(fact, { language, timeZone: context.timeZone })
    return { name: name === null ? null : hidden.hide(name), text: hidden.hide(text) }
  })
  const words = await talk.word({ question: hidden.hide(question), lines: lines.map(({ text }) => text) })
  if (words === null || !wordsStand(words, lines)) return null
  // Nobody is named who is in no line.
  const said = words.match(/\[person[^\]]*\]?/gu) ?? []
  return said.every((sign) => lines.some(({ text }) => text.includes(sign))) ? hidden.show(words) : null
}

/** What questions are about: its names are no names of people. */
function thingsOf({ workCenters, groups, reasons, orders }: AskContext): readonly string[] {
  return [...[...workCenters, ...groups, ...reasons].map(({ name }) => name), ...orders.map(({ code }) => code)]
}

/** Who is named in a fact, also of those who left the company. */
function peopleOf({ kind, name, text }: Fact): readonly string[] {
  const person = kind === 'ALERT' ? text : kind === 'CHANGE' || kind === 'PERSON' ? name : null
  return person == null ? [] : [person]
}
