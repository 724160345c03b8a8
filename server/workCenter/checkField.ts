import type { Problem } from '#engine/result.ts'
import { formProblem, numberProblem, textProblem } from '#engine/fields/fieldRules.ts'
import type { LengthRange, NumberRange } from '#engine/fields/fieldRules.ts'
import { Refusal } from '#server/refusal.ts'

/** Refuses a number outside its legal range, naming the field, the value and the range; undefined and null pass. */
export function checkNumber(field: string, value: number | null | undefined, range: NumberRange): void {
  refuse(numberProblem(field, value, range))
}

/** Returns the text without blanks around it; refuses one that is shorter or longer than allowed. */
export function checkText(field: string, text: string, range: LengthRange): string {
  refuse(textProblem(field, text, range))
  return text.trim()
}

/** Returns the text without blanks around it, null for an empty one; refuses one that does not match, with an example of what does. */
export function checkPattern(field: string, text: string | null, pattern: RegExp, example: string): string | null {
  refuse(formProblem(field, text, { pattern, example }))
  return text?.trim() || null
}

function refuse(problem: Problem | null): void {
  if (problem !== null) throw new Refusal(problem)
}
