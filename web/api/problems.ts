import type { CombinedError } from 'urql'

/** What the API refused: the code, the field that it concerns and the parameters of its sentence. */
export type ApiProblem = { readonly code: string; readonly field?: string; readonly params: Readonly<Record<string, unknown>> }

/** Returns what the API refused, in its order; a connection that failed is `OFFLINE`, an answer that is none `UNKNOWN`; nothing when it succeeded. */
export function problemsOf(error: CombinedError | undefined): readonly ApiProblem[] {
  if (error === undefined) return []
  if (error.networkError !== undefined) return [{ code: 'OFFLINE', params: {} }]
  return error.graphQLErrors.map(({ extensions }) => {
    const { code, field, params } = extensions
    return {
      code: typeof code === 'string' ? code : 'UNKNOWN',
      ...(typeof field === 'string' && { field }),
      params: typeof params === 'object' && params !== null ? Object.fromEntries(Object.entries(params)) : {},
    }
  })
}
