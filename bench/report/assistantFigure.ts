import { ENGLISH } from '#engine/assistant/questions/en.ts'
import { POLISH } from '#engine/assistant/questions/pl.ts'
import { RUSSIAN } from '#engine/assistant/questions/ru.ts'
import { SPANISH } from '#engine/assistant/questions/es.ts'
import { UKRAINIAN } from '#engine/assistant/questions/uk.ts'
import { UZBEK } from '#engine/assistant/questions/uz.ts'
import { openAssistant } from '#server/testing/assistantBench.ts'
import { percentile, print } from './figure.ts'

const LIMIT_MS = 150
const MACHINES = 40
const QUESTIONS = { en: ENGLISH, uk: UKRAINIAN, pl: POLISH, ru: RUSSIAN, es: SPANISH, uz: UZBEK } as const

/** Prints how fast the assistant answers the questions of six languages over HTTP, with the names of forty machines, from a real database. */
export async function printAssistant(): Promise<void> {
  const assistant = await openAssistant(MACHINES)
  try {
    const times: number[] = []
    for (const isMeasured of [false, true])
      for (const [language, asked] of Object.entries(QUESTIONS))
        for (const [question] of asked) {
          const begun = performance.now()
          await assistant.ask(question, language)
          if (isMeasured) times.push(performance.now() - begun)
        }
    print({ bench: 'assistant, a question in words', value: percentile(times, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: times.length })
  } finally {
    await assistant.close()
  }
}
