import { ROUTE_GUARDS } from '#engine/access/routeGuards.ts'
import { textProblem } from '#engine/fields/fieldRules.ts'
import type { Problem } from '#engine/result.ts'

/** What a company says in an answer of its own (domain.md HP-4). */
export type OwnEntryForm = { readonly question: string; readonly words: string; readonly screen: string | null; readonly text: string }

export const OWN_QUESTION_LENGTH = { min: 3, max: 200 } as const
export const OWN_WORDS_LENGTH = { min: 0, max: 300 } as const
export const OWN_TEXT_LENGTH = { min: 1, max: 5_000 } as const
/** A company writes at most so many. */
export const MAX_OWN_ENTRIES = 100

/** The paths of screens that an answer may be about. */
export const FAQ_SCREENS: readonly string[] = ROUTE_GUARDS.flatMap(({ path, page, access }) =>
  page === null || access === 'anonymous' || path.includes('$provider') ? [] : [path],
)

/** Returns the form without the blanks around its texts. */
export function trimOwnEntry({ question, words, screen, text }: OwnEntryForm): OwnEntryForm {
  return { question: question.trim(), words: words.trim(), screen, text: text.trim() }
}

/** Returns the problems of a trimmed form. */
export function ownEntryProblems({ question, words, screen, text }: OwnEntryForm): readonly Problem[] {
  const problems = [
    textProblem('question', question, OWN_QUESTION_LENGTH),
    textProblem('words', words, OWN_WORDS_LENGTH),
    textProblem('text', text, OWN_TEXT_LENGTH),
  ].filter((problem) => problem !== null)
  if (screen !== null && !FAQ_SCREENS.includes(screen))
    problems.push({ code: 'INVALID_FORMAT', field: 'screen', params: { example: '/losses' } })
  return problems
}
