import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'

/** What became of a change: the answer, or why there is none. */
export type Outcome<Data> = { readonly data: Data | null; readonly problems: readonly ApiProblem[] }

/** Returns the function that asks the server for a change and tells what became of it; an answer without data and reason is `UNKNOWN`. */
export function useChange() {
  const client = useClient()
  return async <Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Outcome<Data>> => {
    const { data, error } = await client.mutation<Data, Variables>(document, variables).toPromise()
    const problems = problemsOf(error)
    if (data == null) return { data: null, problems: problems.length > 0 ? problems : [{ code: 'UNKNOWN', params: {} }] }
    return { data, problems }
  }
}
