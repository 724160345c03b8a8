import { type SubmitEvent, useRef, useState } from 'react'
import { focusOnProblem } from '#web/ui/form/useFormState.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

/** A line that is edited has a key of its own: a stored one its id, a new one a number below 0. */
type Keyed = { readonly key: number }

type LinesOptions<Line, Input> = {
  readonly start: () => readonly Line[]
  /** The name of the list, with which the fields of its lines begin: `bom.0.materialId`. */
  readonly list: string
  readonly problemsOf: (lines: readonly Line[]) => readonly FieldProblem[]
  readonly inputOf: (lines: readonly Line[]) => Input
  /** Saves the whole list; returns what the server refused. */
  readonly save: (input: Input) => Promise<readonly FieldProblem[]>
  readonly onSaved: () => void
}

/** Returns the lines of a list while they are edited, what is wrong with them, and how the whole list is saved. */
export function useEditedLines<Line extends Keyed, Input>({ start, list, problemsOf, inputOf, save, onSaved }: LinesOptions<Line, Input>) {
  const [lines, setLines] = useState(start)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [isSaving, setSaving] = useState(false)
  const nextKey = useRef(-1)
  return {
    lines,
    isSaving,
    /** The first problem of the field. */
    problemOf: (field: string) => problems.find((one) => one.field === field) ?? null,
    /** Those of no field of a line. */
    others: problems.filter(({ field }) => field === undefined || !field.startsWith(`${list}.`)),
    change: (key: number, next: Partial<Line>) => {
      setProblems([])
      setLines((before) => before.map((line) => (line.key === key ? { ...line, ...next } : line)))
    },
    add: (lineOf: (key: number) => Line) => {
      const line = lineOf(nextKey.current--)
      setLines((before) => [...before, line])
    },
    remove: (key: number) => setLines((before) => before.filter((line) => line.key !== key)),
    submit: async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
      event.preventDefault()
      if (isSaving) return
      const wrong = problemsOf(lines)
      setProblems(wrong)
      if (wrong.length > 0) return focusOnProblem(event.currentTarget, wrong)
      setSaving(true)
      const refused = await save(inputOf(lines))
      setSaving(false)
      setProblems(refused)
      if (refused.length === 0) onSaved()
    },
  }
}
