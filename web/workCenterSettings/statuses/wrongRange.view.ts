import type { draftProblems } from './ruleProblems.view.ts'

/** Returns whether a preview cannot be made for what is wrong with a rule: its bounds, its minimum duration, or others in its range. */
export function hasWrongRange(
  problems: ReturnType<typeof draftProblems> extends ReadonlyMap<string, infer Value> ? Value | undefined : never,
): boolean {
  if (problems === undefined) return false
  return problems.rivals.length > 0 || [...problems.fields.keys()].some((field) => field.includes('.') || field === 'minDuration')
}
