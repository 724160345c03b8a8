import { useClient, type AnyVariables, type TypedDocumentNode } from 'urql'
import type { Snapshot } from './settingsDraft.view.ts'

/** Returns the function that queries the settings of a tab and reads the form's values; null when the server is unreachable. */
export function useLoadSettings<Name extends string, Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  snapshotOf: (data: Data) => Snapshot<Name>,
): () => Promise<Snapshot<Name> | null> {
  const client = useClient()
  return async () => {
    const { data, error } = await client.query(query, variables, { requestPolicy: 'network-only' }).toPromise()
    return data === undefined || error !== undefined ? null : snapshotOf(data)
  }
}
