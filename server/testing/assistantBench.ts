import { seedDevice, startTestApi } from '#server/graphql/testing.ts'

const ASK = `query ($question: String!, $context: AssistantContextInput) { ask(question: $question, context: $context) {
  kind intent link explainedBy moreCount facts { kind name text code value of at } } }`

/** Returns an API on a database of its own with so many machines; what asks it a question over HTTP, and what ends it. */
export async function openAssistant(machines: number) {
  const api = await startTestApi()
  for (let at = 0; at < machines; at++) {
    const device = await seedDevice(api.database, `qe-${String(1000 + at)}`)
    await api.ask(`mutation { addBox(guid: "${device}", name: "Press ${at + 1}") { id } }`)
  }
  return {
    ask: async (question: string, language: string): Promise<void> => {
      const { errors } = await api.ask(ASK, { variables: { question, context: { language } } })
      if (errors.length > 0) throw new Error(`${question}: ${JSON.stringify(errors)}`)
    },
    close: () => api.close(),
  }
}
