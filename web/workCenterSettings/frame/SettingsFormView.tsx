import { type RefObject, useEffect, useRef, type FocusEventHandler, type ReactNode } from 'react'
import { ConflictNotice } from './ConflictNotice.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import classes from './frame.module.css'
import { SaveBar } from './SaveBar.tsx'
import type { Stored } from './settingsFields.view.ts'
import { useSaveKey } from './useSaveKey.ts'
import type { SettingsForm } from './useSettingsForm.ts'

type SettingsFormViewProps<Name extends string> = {
  readonly form: SettingsForm<Name>
  readonly workCenterId: number
  readonly labelOf: (name: Name) => string
  /** A value in words, where it is no text or number. */
  readonly valueText?: (name: Name, value: Stored) => string | null
  readonly children: ReactNode
}

/** Returns a settings form around its fields: errors, conflict and save bar; Ctrl or ⌘ with S saves. */
export function SettingsFormView<Name extends string>({ form, workCenterId, labelOf, valueText, children }: SettingsFormViewProps<Name>) {
  const element = useSaveKey()
  useFieldOfAddress(element)
  const noteFocus = useHeldFocus()
  return (
    <form ref={element} className={classes['form']} noValidate onSubmit={form.submit} onFocus={noteFocus}>
      {form.conflict !== null && (
        <ConflictNotice form={form} conflict={form.conflict} workCenterId={workCenterId} labelOf={labelOf} valueText={valueText} />
      )}
      {form.isSummed && <ErrorSummary shown={form.shown} labelOf={labelOf} />}
      {children}
      {!form.isReadOnly && <SaveBar count={form.changed.length} errors={form.others} isSaving={form.isSaving} onDiscard={form.discard} />}
    </form>
  )
}

const FIELDS = 'input, select, textarea'

/** Gives the focus to the field that the address names after `#`: a link that leads to a setting leads to its field. */
function useFieldOfAddress(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const field = form.current?.elements.namedItem(decodeURIComponent(location.hash.slice(1)))
    if (!(field instanceof HTMLElement)) return
    field.focus()
    field.scrollIntoView({ block: 'center' })
  }, [form])
}

/** Returns a focus handler that restores focus to the last field when the focused button is removed (keyboard only). */
function useHeldFocus(): FocusEventHandler {
  const field = useRef<HTMLElement>(null)
  const isHeld = useRef(false)
  useEffect(() => {
    if (!isHeld.current || document.activeElement !== document.body) return
    isHeld.current = false
    if (field.current?.isConnected === true) field.current.focus()
  })
  return ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    if (target.matches(FIELDS)) field.current = target
    isHeld.current = target.matches('button:focus-visible')
  }
}
