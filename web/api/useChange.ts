import { useCallback, useEffect, useRef, useState } from 'react'
import { type AnyVariables, type TypedDocumentNode, useClient } from 'urql'
import { type ApiProblem, problemsOf } from '#web/api/problems.ts'
import { newRequestKey } from './requestKey.ts'
import { isTransient, sendPatiently } from './sendPatiently.ts'

/** What became of a change: the answer, or why there is none. */
export type Outcome<Data> = { readonly data: Data | null; readonly problems: readonly ApiProblem[] }

/** A change that was saved, with what it was asked with. */
export type SavedChange<Data, Variables> = { readonly data: Data; readonly variables: Variables; readonly isUndone: boolean }

type ChangeOptions<Data, Variables> = {
  /** Typenames whose queries the answer concerns though it does not name them. */
  readonly touches?: readonly string[]
  /** Returns the variables with the request key, where the API takes one. Such a change is sent again after a lost connection. */
  readonly withKey?: (variables: Variables, requestKey: string) => Variables
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
  const running = useRef(0)
  const [sent, setSent] = useState<Variables | null>(null)
  const [problems, setProblems] = useState<readonly ApiProblem[]>([])
  const [saved, setSaved] = useState<SavedChange<Data, Variables> | null>(null)

  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  const change = useCallback(
    async (variables: Variables, isUndone: boolean): Promise<Outcome<Data>> => {
      const { withKey, touches } = latest.current
      const keyed = withKey === undefined ? variables : withKey(variables, newRequestKey())
      const context = touches === undefined ? undefined : { additionalTypenames: [...touches] }
      const ask = async (): Promise<Outcome<Data>> => {
        const { data, error } = await client.mutation<Data, Variables>(document, keyed, context).toPromise()
        const refused = problemsOf(error)
        if (data == null) return { data: null, problems: refused.length > 0 ? refused : [{ code: 'UNKNOWN', params: {} }] }
        return { data, problems: refused }
      }
      running.current++
      setSent(() => variables)
      setProblems([])
      setSaved(null)
      try {
        // Without a key a second attempt might do it twice.
        const outcome = withKey === undefined ? await ask() : await sendPatiently(ask, ({ problems: refused }) => isTransient(refused))
        setProblems(outcome.problems)
        if (outcome.data !== null) setSaved({ data: outcome.data, variables, isUndone })
        return outcome
      } finally {
        running.current--
        if (running.current === 0) setSent(null)
      }
    },
    [client, document],
  )
  const run = useCallback((variables: Variables) => change(variables, false), [change])
  const back = saved === null || saved.isUndone ? null : (options.undoOf?.(saved.data, saved.variables) ?? null)
  return {
    run,
    isBusy: sent !== null,
    sent,
    problems,
    problemOf: (field) => problems.find((problem) => problem.field === field) ?? null,
    saved,
    undo: back === null ? null : () => change(back, true),
    forget: () => {
      setProblems([])
      setSaved(null)
    },
  }
}
