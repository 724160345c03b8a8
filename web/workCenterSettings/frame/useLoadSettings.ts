import { useClient, type AnyVariables, type TypedDocumentNode } from 'urql'
import type { Snapshot } from './settingsDraft.view.ts'

/** Returns what asks the server for the settings of a tab anew and reads the values of its form from the answer; null when it cannot be reached. */
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
