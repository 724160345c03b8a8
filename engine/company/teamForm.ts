import type { Problem } from '#engine/result.ts'

/** A team: a name and the colour of its tag (spec 000 §3). */
export type TeamForm = { readonly name: string; readonly color: string }

/** The id that stands for no team (spec 000 §3). */
export const NO_TEAM_ID = '00000000-0000-0000-0000-000000000000'
export const TEAM_NAME_MAX_LENGTH = 100
const COLOR = /^#[0-9A-F]{6}$/

/** Returns the form with the blanks around its texts removed and the colour in capitals. */
export function trimTeamForm(form: TeamForm): TeamForm {
  return { name: form.name.trim(), color: form.color.trim().toUpperCase() }
}

/** Returns the problems of a trimmed form: name of 1 to 100 characters, colour like #2E6FDB. */
export function teamFormProblems({ name, color }: TeamForm): readonly Problem[] {
  const problems: Problem[] = []
  if (name === '') problems.push({ code: 'REQUIRED', field: 'name' })
  if (name.length > TEAM_NAME_MAX_LENGTH) {
    problems.push({ code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 1, max: TEAM_NAME_MAX_LENGTH } })
  }
  if (!COLOR.test(color)) problems.push({ code: 'INVALID_FORMAT', field: 'color', params: { example: '#2E6FDB' } })
  return problems
}
