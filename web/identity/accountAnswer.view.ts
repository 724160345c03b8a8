import type { FieldProblem } from '#web/ui/form/useForm.ts'
import type { IdentityTexts } from './texts.ts'

/** What an e-mail's link stands for, as far as its page needs to know. */
export type AccountLink = {
  readonly email: string
  readonly companyName: string | null
  readonly firstName: string
  readonly lastName: string
  /** Whether somebody has an account with the address. */
  readonly hasAccount: boolean
  /** Whether a password must be chosen before the link does anything. */
  readonly needsPassword: boolean
}

/** Answers of the account endpoints, and failures on the way. */
export type AccountAnswer =
  | { readonly kind: 'done'; readonly body: unknown }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }

/** Returns what an answer of `/identity/account/…` means. */
export function readAccountAnswer(status: number, body: unknown, retryAfterSeconds: number | null): AccountAnswer {
  if (status >= 200 && status < 300) return { kind: 'done', body }
  // The endpoints name the code alone; what the server refuses before they are asked stands in an object.
  const answer = typeof valueOf(body, 'error') === 'string' ? body : valueOf(body, 'error')
  const code = textOf(answer, 'error') ?? textOf(answer, 'code')
  if (status === 410 || code === 'LINK_EXPIRED') return { kind: 'expired' }
  if (status === 429) return tooMany(retryAfterSeconds)
  if (code === null) return refused({ code: 'UNAVAILABLE' })
  const field = textOf(answer, 'field')
  return refused({ code, params: paramsOf(answer), ...(field !== null && { field }) })
}

/** Returns the API's answer to a mutation without a sign-in; refusals keep their fields. */
export function readApiAnswer(status: number, body: unknown, retryAfterSeconds: number | null): AccountAnswer {
  if (status === 429) return tooMany(retryAfterSeconds)
  const errors: unknown = valueOf(body, 'errors')
  if (!Array.isArray(errors)) return valueOf(body, 'data') == null ? refused({ code: 'UNAVAILABLE' }) : { kind: 'done', body }
  const problems = errors.map((error: unknown) => {
    const extensions = valueOf(error, 'extensions')
    const field = textOf(extensions, 'field')
    return { code: textOf(extensions, 'code') ?? 'UNAVAILABLE', params: paramsOf(extensions), ...(field !== null && { field }) }
  })
  return { kind: 'refused', problems }
}

/** Returns the link as its page reads it; null when the answer is none. */
export function readLink(body: unknown): AccountLink | null {
  const email = textOf(body, 'email')
  if (email === null) return null
  return {
    email,
    companyName: textOf(body, 'companyName'),
    firstName: textOf(body, 'firstName') ?? '',
    lastName: textOf(body, 'lastName') ?? '',
    hasAccount: valueOf(body, 'hasAccount') === true,
    needsPassword: valueOf(body, 'needsPassword') === true,
  }
}

/** Returns the sentence for a problem: for an empty field by its name, else by code, else the general one. */
export function sentenceOf(texts: IdentityTexts, problem: FieldProblem): string {
  if (problem.code === 'REGISTRATION_OFF') return texts.registrationClosedText
  const keys = [...(problem.code === 'REQUIRED' ? [`empty_${problem.field ?? ''}`] : []), `code_${problem.code}`]
  const text = keys.map((key) => Object.entries(texts).find(([name]) => name === key)?.[1]).find((found) => found !== undefined)
  return fill(text ?? texts.code_UNKNOWN, { ...problem.params })
}

/** Returns the text with its `{name}` places filled. */
export function fill(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : place
  })
}

const TRY_LATER_SECONDS = 60

function tooMany(retryAfterSeconds: number | null): AccountAnswer {
  return refused({ code: 'TOO_MANY_REQUESTS', params: { seconds: retryAfterSeconds ?? TRY_LATER_SECONDS } })
}

function refused(problem: FieldProblem): AccountAnswer {
  return { kind: 'refused', problems: [problem] }
}

function valueOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
}

function textOf(body: unknown, name: string): string | null {
  const value = valueOf(body, name)
  return typeof value === 'string' ? value : null
}

function paramsOf(body: unknown): Readonly<Record<string, unknown>> {
  const params = valueOf(body, 'params')
  return typeof params === 'object' && params !== null ? Object.fromEntries(Object.entries(params)) : {}
}
