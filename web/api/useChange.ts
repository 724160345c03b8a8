import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { createChangeStore, type Outcome, problemOfField, type SavedChange, type SendOptions, variablesBack } from './changeStore.ts'

type ChangeOptions<Data, Variables> = Omit<SendOptions<Variables>, 'isUndone'> & {
  /** Returns the variables that take a saved change back, or null. */
  readonly undoOf?: (data: Data, variables: Variables) => Variables | null
}

export type Change<Data, Variables> = {
  /** Sends the change; a second one while the first is on its way is sent as well. The same function in each render, so that an effect may depend on it. */
  run(variables: Variables): Promise<Outcome<Data>>
  readonly isBusy: boolean
  /** What is on its way, to be shown as if it were saved; null = nothing. */
  readonly sent: Variables | null
  /** What was refused last, until the next run. */
  readonly problems: readonly ApiProblem[]
  /** The first problem of the field. */
  problemOf(field: string): ApiProblem | null
  readonly saved: SavedChange<Data, Variables> | null
  /** Takes the saved change back; null where that cannot be done, or was done. */
  readonly undo: (() => Promise<Outcome<Data>>) | null
  /** Forgets what was refused and saved. */
  forget(): void
}

/**
 * Returns how the screen sends one kind of change: whether it is on its way, what the server refused and beside which field, and the way back. An
 * answer without data and without a reason is the problem `UNKNOWN`.
 */
export function useChange<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  options: ChangeOptions<Data, Variables> = {},
): Change<Data, Variables> {
  const client = useClient()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const store = useMemo(
    () =>
      createChangeStore<Data, Variables>({
        ask: async (variables, touches) => {
          const context = touches === undefined ? undefined : { additionalTypenames: [...touches] }
          const { data, error } = await client.mutation<Data, Variables>(document, variables, context).toPromise()
          const problems = problemsOf(error)
          if (data == null) return { data: null, problems: problems.length > 0 ? problems : [{ code: 'UNKNOWN', params: {} }] }
          return { data, problems }
        },
      }),
    [client, document],
  )
  const { sent, problems, saved } = useSyncExternalStore(store.subscribe, store.state)
  const run = useCallback((variables: Variables) => store.run(variables, latest.current), [store])
  const back = variablesBack(saved, options.undoOf)
  return {
    run,
    isBusy: sent !== null,
    sent,
    problems,
    problemOf: (field) => problemOfField(problems, field),
    saved,
    undo: back === null ? null : () => store.run(back, { ...options, isUndone: true }),
    forget: store.forget,
  }
}
