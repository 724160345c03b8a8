import type { AskMemory, AssistantLanguage } from '#engine/assistant/askContext.ts'
import { type Understanding, understand } from '#engine/assistant/understand.ts'
import type { AssistantApi } from './assistantApi.ts'
import { ANSWERS } from './answers.ts'
import { askContext } from './askContext.service.ts'
import type { Fact } from './fact.ts'

/** Lines that are told; the link leads to all. */
const MOST_FACTS = 8

export type Answered = {
  readonly understanding: Understanding
  readonly facts: readonly Fact[]
  /** Lines that the screen has beyond those. */
  readonly moreCount: number
}

/**
 * Returns what a question means and the facts that answer it (domain.md HP-2), each from an operation of the API asked with the rights of the
 * caller; the assistant computes none. What the caller may not read is left out.
 */
export async function answerQuestion(
  api: AssistantApi,
  asked: { readonly question: string; readonly language: AssistantLanguage; readonly memory: AskMemory },
): Promise<Answered> {
  const context = await askContext(api, asked.language, asked.memory)
  const understanding = understand(asked.question, context)
  if (understanding.kind !== 'understood') return { understanding, facts: [], moreCount: 0 }
  const { intent, plan, slots } = understanding
  const workCenterNames = new Map(context.workCenters.map(({ id, name }) => [String(id), name]))
  const parts = plan.queries.map(async ({ query, args }) => {
    const answer = ANSWERS[query]
    if (answer === undefined || (answer.needs !== null && !context.readable.has(answer.needs))) return { told: [], beyond: 0 }
    const data = await api.ask<never>(answer.document, answer.args?.(args, intent) ?? args)
    return { told: answer.facts(data, { intent, measure: slots.measure }, workCenterNames), beyond: answer.beyond?.(data) ?? 0 }
  })
  const answers = await Promise.all(parts)
  const facts = answers.flatMap(({ told }) => told)
  const beyond = answers.reduce((sum, one) => sum + one.beyond, 0)
  return { understanding, facts: facts.slice(0, MOST_FACTS), moreCount: Math.max(0, facts.length - MOST_FACTS) + beyond }
}
