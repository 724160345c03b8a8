import type { CombinedError } from 'urql'

/** A refusal of the API: code, field and parameters of its sentence. */
export type ApiProblem = { readonly code: string; readonly field?: string; readonly params: Readonly<Record<string, unknown>> }

/** Returns the refusals of an answer in order. A failed connection is `OFFLINE`, an unreadable answer `UNKNOWN`; none after a success. */
export function problemsOf(error: CombinedError | undefined): readonly ApiProblem[] {
  if (error === undefined) return []
  if (error.networkError !== undefined) return [{ code: 'OFFLINE', params: {} }]
  return error.graphQLErrors.flatMap(({ extensions }) => {
    const { others } = extensions
    return [problemOf(extensions), ...(Array.isArray(others) ? others.map(problemOf) : [])]
  })
}

/** Returns one refusal as the server tells it; `UNKNOWN` without a code. */
export function problemOf(told: unknown): ApiProblem {
  const { code, field, params }: Readonly<Record<string, unknown>> = typeof told === 'object' && told !== null ? { ...told } : {}
  return {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    ...(typeof field === 'string' && { field }),
    params: typeof params === 'object' && params !== null ? Object.fromEntries(Object.entries(params)) : {},
  }
}
