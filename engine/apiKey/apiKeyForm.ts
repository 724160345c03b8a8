import type { Problem } from '#engine/result.ts'

/** What a person enters for a new API key; `expiration` in ms UTC, null = never (spec 000 §3, API key). */
export type ApiKeyForm = { readonly name: string; readonly description: string | null; readonly expiration: number | null }

export const KEY_NAME_MAX_LENGTH = 100
export const KEY_DESCRIPTION_MAX_LENGTH = 500

/** Returns the form with the blanks around its texts removed; an empty description is none. */
export function trimApiKeyForm(form: ApiKeyForm): ApiKeyForm {
  const description = form.description?.trim() ?? ''
  return { name: form.name.trim(), description: description === '' ? null : description, expiration: form.expiration }
}

/** Returns the problems of a trimmed form by field, empty when the key can be made. Needs a name and an expiration after `now`. */
export function apiKeyProblems(form: ApiKeyForm, now: number): readonly Problem[] {
  const problems: Problem[] = []
  if (form.name === '') problems.push({ code: 'REQUIRED', field: 'name' })
  else if (form.name.length > KEY_NAME_MAX_LENGTH) problems.push(tooLong('name', 1, KEY_NAME_MAX_LENGTH))
  if ((form.description?.length ?? 0) > KEY_DESCRIPTION_MAX_LENGTH) problems.push(tooLong('description', 0, KEY_DESCRIPTION_MAX_LENGTH))
  if (form.expiration !== null && form.expiration <= now) problems.push({ code: 'EXPIRATION_PAST', field: 'expiration' })
  return problems
}

function tooLong(field: string, min: number, max: number): Problem {
  return { code: 'LENGTH_OUT_OF_RANGE', field, params: { min, max } }
}
