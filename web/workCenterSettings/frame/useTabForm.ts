import type { FieldProblem } from '#web/ui/form/useForm.ts'
import type { Snapshot } from './settingsDraft.view.ts'
import type { FieldSpecs, StoredValues } from './settingsFields.view.ts'
import type { SettingsTabProps } from './settingsTabProps.ts'
import { useSettingsForm, type SaveAnswer, type SettingsForm } from './useSettingsForm.ts'
import { useClient, type AnyVariables, type TypedDocumentNode } from 'urql'

type TabFormOptions<Name extends string, Data> = {
  readonly fields: FieldSpecs<Name>
  readonly query: TypedDocumentNode<Data, { workCenterId: number }>
  readonly loaded: Data
  readonly snapshotOf: (loaded: Data) => Snapshot<Name>
  readonly checkTogether?: (values: StoredValues<Name>) => readonly FieldProblem[]
  readonly save: (changes: Partial<StoredValues<Name>>, version: number) => Promise<SaveAnswer>
}

/** Returns the form of a tab with a query of its own. A save queries the work center again, whose version it raised. */
export function useTabForm<Name extends string, Data>(props: SettingsTabProps, options: TabFormOptions<Name, Data>): SettingsForm<Name> {
  const { workCenter, isReadOnly, refetch, onDirty, onErrors } = props
  const { query, loaded, snapshotOf, save, ...rest } = options
  const load = useLoadSettings(query, { workCenterId: workCenter.id }, snapshotOf)
  return useSettingsForm<Name>({
    ...rest,
    current: snapshotOf(loaded),
    isReadOnly,
    onDirty,
    onErrors,
    load,
    save: async (changes, version) => {
      const answer = await save(changes, version)
      if (answer.version !== null) refetch()
      return answer
    },
  })
}

/** Returns the function that queries the settings of a tab and reads the form's values; null when the server is unreachable. */
function useLoadSettings<Name extends string, Data, Variables extends AnyVariables>(
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
