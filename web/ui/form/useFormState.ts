import { useState } from 'react'
import type { FieldProblem } from './useForm.ts'

/** What every form remembers beside its values. */
export type FormState<Name> = {
  /** Fields that were left: what is wrong with them is shown. */
  readonly touched: ReadonlySet<Name>
  /** What the server refused. */
  readonly refused: readonly FieldProblem[]
  readonly isSaving: boolean
  touch(name: Name): void
  touchAll(names: readonly Name[]): void
  refuse(problems: readonly FieldProblem[]): void
  /** Takes away what the server refused of the field, which is being changed. */
  forgive(name: Name): void
  /** Sends; the form is saving meanwhile, and nothing is refused any more. */
  saving<Answer>(send: () => Promise<Answer>): Promise<Answer>
  clear(): void
}

/** Returns the state that forms share: fields that were left, what the server refused, and whether a save is on its way. */
export function useFormState<Name>(): FormState<Name> {
  const [touched, setTouched] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<readonly FieldProblem[]>([])
  const [isSaving, setSaving] = useState(false)
  return {
    touched,
    refused,
    isSaving,
    touch: (name) => afterPress(() => setTouched((before) => new Set(before).add(name))),
    touchAll: (names) => setTouched(new Set(names)),
    refuse: setRefused,
    forgive: (name) => setRefused((before) => before.filter((one) => one.field !== name)),
    saving: (send) => {
      setSaving(true)
      setRefused([])
      return send().finally(() => setSaving(false))
    },
    clear: () => {
      setTouched(new Set())
      setRefused([])
    },
  }
}

/** Gives the focus to the first field of the form that has a problem. The order on the screen counts, not that of the problems. */
export function focusOnProblem(form: HTMLFormElement, problems: readonly FieldProblem[]): void {
  const names = new Set(problems.map((one) => one.field))
  for (const element of form.elements) {
    if (!(element instanceof HTMLElement) || !names.has(element.getAttribute('name') ?? undefined)) continue
    element.focus()
    return
  }
}

/**
 * Runs at once, or when the pressed pointer is released: content that appears during a press would move the button away, and the press would be
 * lost.
 */
function afterPress(run: () => void): void {
  if (document.querySelector(':active') === null) run()
  else addEventListener('pointerup', () => setTimeout(run), { once: true, capture: true })
}
