import { entryOfRefusal } from '#engine/faq/refusalEntries.ts'

/** Says only that a field tells what is wrong, which the sentence does itself. */
const SAYS_IT_ITSELF = 'field-refused'

/** Returns the entry of the FAQ that says more about a refusal than its sentence, null without one. */
export function explainedBy(code: string | null): string | null {
  const entry = code === null ? null : entryOfRefusal(code)
  return entry === SAYS_IT_ITSELF ? null : entry
}
