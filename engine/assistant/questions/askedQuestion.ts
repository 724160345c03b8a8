import type { Intent } from '../intents.ts'

/** A question, what is meant by it, and the name of the first work center that it is about; null where it names none. */
export type AskedQuestion = readonly [question: string, intent: Intent, workCenter: string | null]
