import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { showToast } from '#web/base/toast.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { problemText } from '#web/texts/problemText.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { focusOnProblem, useFormState } from '#web/ui/form/useFormState.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import {
  changedIn,
  discarded,
  keepMine,
  takeTheirs,
  valuesIn,
  withIncoming,
  withSaved,
  type Conflict,
  type Draft,
  type Snapshot,
} from './settingsDraft.view.ts'
import { differing, enteredOf, problemsIn, type Entered, type FieldSpecs, type StoredValues } from './settingsFields.view.ts'

/** The server's answer to a save, and the resulting version; none when nothing was saved. */
export type SaveAnswer = { readonly problems: readonly FieldProblem[]; readonly version: number | null }

type SettingsFormOptions<Name extends string> = {
  readonly fields: FieldSpecs<Name>
  /** The values of the server as they are known, always the newest. */
  readonly current: Snapshot<Name>
  readonly isReadOnly: boolean
  /** Problems of several fields together; single fields have their rules. */
  readonly checkTogether?: (values: StoredValues<Name>, changed: readonly Name[]) => readonly FieldProblem[]
  /** Saves the changed fields upon the version. */
  readonly save: (changes: Partial<StoredValues<Name>>, version: number, values: StoredValues<Name>) => Promise<SaveAnswer>
  /** Asks the server for the values anew; null when it cannot be reached. */
  readonly load: () => Promise<Snapshot<Name> | null>
  readonly onDirty: (changes: number) => void
  readonly onErrors: (errors: number) => void
}

export type TextBinding<Name extends string> = {
  readonly name: Name
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly error: string | null
}

export type FlagBinding<Name extends string> = {
  readonly name: Name
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly error: string | null
}

export type SettingsForm<Name extends string> = {
  readonly fields: FieldSpecs<Name>
  /** The values with what is typed, as the API has them. */
  readonly values: StoredValues<Name>
  readonly stored: StoredValues<Name>
  readonly changed: readonly Name[]
  readonly isReadOnly: boolean
  readonly isSaving: boolean
  readonly conflict: Conflict<Name> | null
  /** Number of conflicts met by saves; each is shown to the person who saved. */
  readonly conflictsMet: number
  /** Visible problems: of fields that were left, or after a save attempt. */
  readonly shown: readonly { readonly name: Name; readonly text: string }[]
  /** Whether a save was tried and something is wrong: the summary is shown above the fields. */
  readonly isSummed: boolean
  /** What the server refused that belongs to no field. */
  readonly others: readonly string[]
  text(name: Name): TextBinding<Name>
  flag(name: Name): FlagBinding<Name>
  set(name: Name, value: Entered): void
  submit(event: SubmitEvent<HTMLFormElement>): void
  discard(): void
  keepMine(): void
  takeTheirs(): void
}

/**
 * Returns a settings form that follows the server in untouched fields, saves only changes, checks by the server's rules on leaving a field and on
 * saving, and never loses typed text: not to another person's save, a lost connection or the end of the session.
 */
export function useSettingsForm<Name extends string>(options: SettingsFormOptions<Name>): SettingsForm<Name> {
  const { fields, current, isReadOnly, onDirty, onErrors } = options
  const { t } = useTexts('frame')
  const { locale } = useFormat()
  const [draft, setDraft] = useState<Draft<Name>>({ base: current, edits: new Map(), locale, conflict: null })
  const [seen, setSeen] = useState('')
  const { touched, refused, isSaving, touch, refuse, forgive, saving, ...state } = useFormState<Name>()
  const [isTried, setTried] = useState(false)
  const [conflictsMet, setConflictsMet] = useState(0)
  const latest = useRef(draft)

  const incoming = JSON.stringify(current)
  if (incoming !== seen) {
    setSeen(incoming)
    setDraft((before) => withIncoming(fields, before, current))
  }
  // What is typed already stays what it was in the language before.
  if (draft.locale !== locale && draft.edits.size === 0) setDraft((before) => ({ ...before, locale }))
  const values = valuesIn(fields, draft)
  const changed = changedIn(fields, draft)
  const problems = [...problemsIn(fields, values, changed), ...(options.checkTogether?.(values, changed) ?? [])]
  const isField = (name: string | undefined): name is Name => name !== undefined && Object.hasOwn(fields, name)
  const shown = shownProblems()
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => onDirty(changed.length), [onDirty, changed.length])
  useEffect(() => onErrors(shown.length), [onErrors, shown.length])
  useEffect(() => () => onErrors(0), [onErrors])

  const clear = () => {
    state.clear()
    setTried(false)
  }
  const send = async (from: Draft<Name>, isAgain = false): Promise<void> => {
    const names = changedIn(fields, from)
    const next = valuesIn(fields, from)
    const changes: Partial<Record<Name, StoredValues<Name>[Name]>> = {}
    for (const name of names) changes[name] = next[name]
    const answer = await saving(() => options.save(changes, from.base.version, next))
    if (answer.problems.some(({ code }) => code === 'CONFLICT')) return await meetConflict(from, isAgain)
    if (answer.problems.length === 0 && answer.version !== null) {
      const { version } = answer
      setDraft((before) => withSaved(fields, before, { edits: from.edits, version }))
      clear()
    } else {
      setTried(true)
      refuse(answer.problems)
    }
    showToast(t(answer.problems.length === 0 ? 'saved' : 'message.saveFailed'))
    if (answer.version !== null) void options.load()
  }
  // What was changed elsewhere need not stand on this tab; then the save goes on upon it.
  const meetConflict = async (from: Draft<Name>, isAgain: boolean): Promise<void> => {
    const theirs = await options.load()
    if (theirs === null) return refuse([{ code: 'OFFLINE' }])
    const moved = differing(fields, from.base.stored, theirs.stored)
    if (moved.length === 0 && !isAgain) {
      const rebased = { ...from, base: theirs }
      setDraft((before) => ({ ...before, base: theirs, conflict: null }))
      return await send(rebased, true)
    }
    setConflictsMet((count) => count + 1)
    return setDraft((before) => ({ ...before, base: from.base, conflict: { theirs, moved } }))
  }
  return {
    fields,
    values,
    stored: draft.base.stored,
    changed,
    isReadOnly,
    isSaving,
    conflict: draft.conflict,
    conflictsMet,
    shown,
    isSummed: isTried && shown.length > 0,
    others: refused.filter((one) => !isField(one.field)).map((one) => problemText(t, one)),
    text: (name) => ({
      name,
      value: String(draft.edits.get(name) ?? enteredOf(draft.base.stored[name], locale)),
      onChange: (value) => set(name, value),
      onBlur: () => touch(name),
      error: shown.find((one) => one.name === name)?.text ?? null,
    }),
    flag: (name) => ({
      name,
      isChecked: (draft.edits.get(name) ?? draft.base.stored[name]) === true,
      onChange: (value) => set(name, value),
      error: shown.find((one) => one.name === name)?.text ?? null,
    }),
    set,
    submit: (event) => {
      event.preventDefault()
      if (isSaving || isReadOnly || changed.length === 0) return
      setTried(true)
      if (problems.length > 0) focusOnProblem(event.currentTarget, problems)
      else if (draft.conflict === null) void send(draft)
      else setConflictsMet((count) => count + 1)
    },
    discard: () => {
      setDraft((before) => discarded(before))
      clear()
    },
    keepMine: () => {
      const mine = keepMine(latest.current)
      setDraft(mine)
      setTried(true)
      if (problems.length === 0) void send(mine)
    },
    takeTheirs: () => {
      setDraft((before) => takeTheirs(before))
      clear()
    },
  }

  function set(name: Name, value: Entered): void {
    setDraft((before) => ({ ...before, edits: new Map(before.edits).set(name, value) }))
    forgive(name)
  }

  function shownProblems(): readonly { readonly name: Name; readonly text: string }[] {
    const wrong = [...refused, ...problems.filter((one) => isTried || (isField(one.field) && touched.has(one.field)))]
    const names = new Set(wrong.map((one) => one.field).filter(isField))
    return [...names].map((name) => {
      const problem = wrong.find((one) => one.field === name) ?? { code: 'UNKNOWN' }
      return { name, text: problemText(t, { code: problem.code, params: problem.params ?? {} }) }
    })
  }
}
