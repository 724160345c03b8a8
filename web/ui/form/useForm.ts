import { useState, type SubmitEvent } from 'react'
import { focusOnProblem, useFormState } from './useFormState.ts'

/** What is wrong with a field, as the engine and the API name it. */
export type FieldProblem = {
  readonly code: string
  readonly field?: string | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

type FormOptions<Values> = {
  readonly initial: Values
  /** What is wrong with the values, by the same rules that the server has. */
  readonly check: (values: Values) => readonly FieldProblem[]
  /** Saves; returns what the server refused, nothing when it is saved. */
  readonly save: (values: Values) => Promise<readonly FieldProblem[]>
}

export type Form<Values> = {
  readonly values: Values
  /** Whether anything differs from what was there at first or saved last. */
  readonly isDirty: boolean
  readonly isSaving: boolean
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void
  /** Marks the field as visited: its problem is shown from now on. */
  touch(name: keyof Values): void
  /** The first problem of a field that was visited, or that the server refused. */
  problem(name: keyof Values & string): FieldProblem | null
  /** Problems that belong to no field of the form. */
  readonly others: readonly FieldProblem[]
  submit(event: SubmitEvent<HTMLFormElement>): void
  /** Starts again with these values. */
  reset(values: Values): void
}

/** Returns a form that validates on leaving a field and on saving, touches all fields then, and gives the focus to the first wrong one (spec 000 §5). */
export function useForm<Values extends object>({ initial, check, save }: FormOptions<Values>): Form<Values> {
  const [saved, setSaved] = useState(initial)
  const [values, setValues] = useState(initial)
  const { touched, refused, isSaving, touch, touchAll, refuse, forgive, saving, clear } = useFormState<keyof Values>()
  const isField = (name: string | undefined) => name !== undefined && Object.hasOwn(values, name)

  const send = async (element: HTMLFormElement) => {
    touchAll(Object.keys(values).filter((name): name is keyof Values & string => Object.hasOwn(values, name)))
    refuse([])
    const problems = check(values)
    if (problems.length > 0) return focusOnProblem(element, problems)
    const answer = await saving(() => save(values))
    refuse(answer)
    if (answer.length === 0) setSaved(values)
    else focusOnProblem(element, answer)
  }
  return {
    values,
    isDirty: Object.entries(values).some(([name, value]) => value !== Object.entries(saved).find(([one]) => one === name)?.[1]),
    isSaving,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }))
      forgive(name)
    },
    touch,
    problem: (name) =>
      refused.find((one) => one.field === name) ?? (touched.has(name) ? (check(values).find((one) => one.field === name) ?? null) : null),
    others: refused.filter((one) => !isField(one.field)),
    submit: (event) => {
      event.preventDefault()
      if (!isSaving) void send(event.currentTarget)
    },
    reset: (next) => {
      setSaved(next)
      setValues(next)
      clear()
    },
  }
}
