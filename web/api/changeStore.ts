import type { ApiProblem } from '#web/api/problems.ts'
import { newRequestKey } from './requestKey.ts'
import { isTransient, sendPatiently } from './sendPatiently.ts'

/** What became of a change: the answer, or why there is none. */
export type Outcome<Data> = { readonly data: Data | null; readonly problems: readonly ApiProblem[] }

/** A change that was saved, with what it was asked with. */
export type SavedChange<Data, Variables> = { readonly data: Data; readonly variables: Variables; readonly isUndone: boolean }

/** How far a change is: what is on its way, what was refused last, and what was saved last. */
export type ChangeState<Data, Variables> = {
  readonly sent: Variables | null
  readonly problems: readonly ApiProblem[]
  readonly saved: SavedChange<Data, Variables> | null
}

/** Returns the variables with the request key. */
export type WithKey<Variables> = (variables: Variables, requestKey: string) => Variables

/** Returns the first problem of the field, or null. */
export function problemOfField(problems: readonly ApiProblem[], field: string): ApiProblem | null {
  return problems.find((problem) => problem.field === field) ?? null
}

/** Returns the variables that take the saved change back; null where there is none, or it was taken back. */
export function variablesBack<Data, Variables>(
  saved: SavedChange<Data, Variables> | null,
  undoOf: ((data: Data, variables: Variables) => Variables | null) | undefined,
): Variables | null {
  return saved === null || saved.isUndone ? null : (undoOf?.(saved.data, saved.variables) ?? null)
}

/** How a change is sent. */
export type SendOptions<Variables> = {
  /** Typenames whose queries the answer concerns though it does not name them. */
  readonly touches?: readonly string[]
  /** Where the API takes a request key. Such a change is sent again after a lost connection; without a key a second attempt might do it twice. */
  readonly withKey?: WithKey<Variables>
  readonly isUndone?: boolean
}

type Steps<Data, Variables> = {
  readonly ask: (variables: Variables, touches: readonly string[] | undefined) => Promise<Outcome<Data>>
  readonly pause?: (ms: number) => Promise<void>
}

/** The state of one kind of change and what moves it on, for the hook `useChange`. */
export type ChangeStore<Data, Variables> = {
  readonly state: () => ChangeState<Data, Variables>
  readonly subscribe: (listener: () => void) => () => void
  readonly run: (variables: Variables, options?: SendOptions<Variables>) => Promise<Outcome<Data>>
  readonly forget: () => void
}

/**
 * Returns a store that sends changes. A keyed change is sent again after a lost connection; one whose outcome stayed unknown keeps its key when a
 * person sends the same again, so that the server does it once.
 */
export function createChangeStore<Data, Variables>({ ask, pause }: Steps<Data, Variables>): ChangeStore<Data, Variables> {
  const listeners = new Set<() => void>()
  let state: ChangeState<Data, Variables> = { sent: null, problems: [], saved: null }
  let running = 0
  let unknown: { readonly content: string; readonly key: string } | null = null

  const set = (next: Partial<ChangeState<Data, Variables>>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const sendKeyed = async (add: WithKey<Variables>, variables: Variables, touches: readonly string[] | undefined) => {
    // Without the key: one that the caller made for its tap would make each tap another change.
    const content = JSON.stringify(add(variables, ''))
    const key = unknown?.content === content ? unknown.key : newRequestKey()
    const isAgain = ({ problems }: Outcome<Data>) => isTransient(problems)
    const outcome = await sendPatiently(() => ask(add(variables, key), touches), isAgain, pause)
    unknown = isAgain(outcome) ? { content, key } : null
    return outcome
  }
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    run: async (variables, { withKey, touches, isUndone = false } = {}) => {
      running++
      set({ sent: variables, problems: [], saved: null })
      try {
        const outcome = await (withKey === undefined ? ask(variables, touches) : sendKeyed(withKey, variables, touches))
        const { data, problems } = outcome
        set(data === null ? { problems } : { problems, saved: { data, variables, isUndone } })
        return outcome
      } finally {
        running--
        if (running === 0) set({ sent: null })
      }
    },
    forget: () => set({ problems: [], saved: null }),
  }
}
