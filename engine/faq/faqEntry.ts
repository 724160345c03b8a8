import { ABILITY_SUBJECTS, type AbilitySubject } from '#engine/access/abilities.ts'

/** An entry of the FAQ in one language; `id` is the name of its file in every language. */
export type FaqEntry = {
  readonly id: string
  readonly question: string
  /** Other words that people use for it. */
  readonly words: string
  /** The path of the screen that it is about, null for all. */
  readonly screen: string | null
  /** What a reader must be able to read, null = everybody. */
  readonly ability: AbilitySubject | null
  readonly text: string
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/
const FIELD = /^(question|words|screen|ability): (.+)$/

/** Returns the entry of a file with front matter (question, words, screen, ability); throws and names the file where something is missing or unknown. */
export function readFaqEntry(id: string, file: string): FaqEntry {
  const parts = FRONT_MATTER.exec(file)
  if (parts === null) throw new Error(`The entry ${id} has no front matter.`)
  const fields = new Map<string, string>()
  for (const line of (parts[1] ?? '').split('\n')) {
    const [, name, value] = FIELD.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`The entry ${id} has an unknown line: ${line}`)
    fields.set(name, value)
  }
  const [question, words, text] = [fields.get('question'), fields.get('words'), (parts[2] ?? '').trim()]
  if (question === undefined || words === undefined || text === '') throw new Error(`The entry ${id} lacks a question, words or a text.`)
  const ability = fields.get('ability') ?? null
  const subject = ABILITY_SUBJECTS.find((known) => known === ability) ?? null
  if (subject === null && ability !== null) throw new Error(`The entry ${id} names an unknown ability: ${ability}`)
  return { id, question, words, screen: fields.get('screen') ?? null, ability: subject, text }
}
