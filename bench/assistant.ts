/** Prints how fast the assistant answers the questions of six languages over HTTP, with the names of forty machines, from a real database. */
import { ENGLISH } from '#engine/assistant/questions/en.ts'
import { POLISH } from '#engine/assistant/questions/pl.ts'
import { RUSSIAN } from '#engine/assistant/questions/ru.ts'
import { SPANISH } from '#engine/assistant/questions/es.ts'
import { UKRAINIAN } from '#engine/assistant/questions/uk.ts'
import { UZBEK } from '#engine/assistant/questions/uz.ts'
import { seedDevice, startTestApi } from '#server/graphql/testing.ts'
import { percentile, print } from './report/figure.ts'

const LIMIT_MS = 150
const MACHINES = 40
const QUESTIONS = { en: ENGLISH, uk: UKRAINIAN, pl: POLISH, ru: RUSSIAN, es: SPANISH, uz: UZBEK } as const
const ASK = `query ($question: String!, $context: AssistantContextInput) { ask(question: $question, context: $context) {
  kind intent link explainedBy moreCount facts { kind name text code value of at } } }`

const api = await startTestApi()
try {
  for (let at = 0; at < MACHINES; at++) {
    const device = await seedDevice(api.database, `qe-${String(1000 + at)}`)
    await api.ask(`mutation { addBox(guid: "${device}", name: "Press ${at + 1}") { id } }`)
  }
  const times: number[] = []
  for (const isMeasured of [false, true])
    for (const [language, asked] of Object.entries(QUESTIONS))
      for (const [question] of asked) {
        const begun = performance.now()
        const { errors } = await api.ask(ASK, { variables: { question, context: { language } } })
        if (errors.length > 0) throw new Error(`${question}: ${JSON.stringify(errors)}`)
        if (isMeasured) times.push(performance.now() - begun)
      }
  print({ bench: 'assistant, a question in words', value: percentile(times, 0.95), unit: 'ms p95', limit: LIMIT_MS, runs: times.length })
} finally {
  await api.close()
}
