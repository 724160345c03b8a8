import { useState, type SubmitEvent } from 'react'
import { afterPress } from './afterPress.ts'

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
  const [touched, setTouched] = useState<ReadonlySet<keyof Values>>(new Set())
  const [refused, setRefused] = useState<readonly FieldProblem[]>([])
  const [isSaving, setSaving] = useState(false)
  const isField = (name: string | undefined) => name !== undefined && Object.hasOwn(values, name)

  const send = async (element: HTMLFormElement) => {
    setTouched(new Set(Object.keys(values).filter((name): name is keyof Values & string => Object.hasOwn(values, name))))
    setRefused([])
    const problems = check(values)
    if (problems.length > 0) return focusOn(element, problems)
    setSaving(true)
    const answer = await save(values).finally(() => setSaving(false))
    setRefused(answer)
    if (answer.length === 0) setSaved(values)
    else focusOn(element, answer)
  }
  return {
    values,
    isDirty: Object.entries(values).some(([name, value]) => value !== Object.entries(saved).find(([one]) => one === name)?.[1]),
    isSaving,
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }))
      setRefused((before) => before.filter((one) => one.field !== name))
    },
    touch: (name) => afterPress(() => setTouched((before) => new Set(before).add(name))),
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
      setTouched(new Set())
      setRefused([])
    },
  }
}

/** The order of the fields on the screen counts, not that of the problems. */
function focusOn(form: HTMLFormElement, problems: readonly FieldProblem[]): void {
  const names = new Set(problems.map((one) => one.field))
  for (const element of form.elements) {
    if (!(element instanceof HTMLElement) || !names.has(element.getAttribute('name') ?? undefined)) continue
    element.focus()
    return
  }
}
