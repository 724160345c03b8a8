import type { ReactNode } from 'react'
import { DateField } from '#web/parts/field/DateField.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { FlagField } from './FlagField.tsx'
import classes from './frame.module.css'
import { useIdleNote } from './useIdleNote.ts'
import type { SettingsForm } from './useSettingsForm.ts'

/** A text that may be longer takes several lines. */
const LINE_LENGTH = 200

type SettingFieldProps<Name extends string> = {
  readonly form: SettingsForm<Name>
  readonly name: Name
  readonly label: string
  readonly help?: ReactNode
  /** What others entered here before, offered while one types. */
  readonly suggestions?: readonly string[]
}

/** Returns the control that the rule of the setting asks for: a flag to tick, or a field for a text, a number or a day. It says so where nothing reads it yet. */
export function SettingField<Name extends string>({ form, name, label, help: about, suggestions }: SettingFieldProps<Name>) {
  const note = useIdleNote(form.fields)(name)
  const help =
    note === undefined ? (
      about
    ) : (
      <>
        {about} <span className={classes['why']}>{note}</span>
      </>
    )
  const { rule, api } = form.fields[name]
  if (rule.kind === 'flag') return <FlagField {...form.flag(name)} label={label} help={help} isDisabled={form.isReadOnly} />
  const shared = { ...form.text(name), label, help, isReadOnly: form.isReadOnly }
  if (rule.kind === 'number') return <NumberField {...shared} isWhole={rule.range.isWhole === true} />
  if (api === 'Date') return <DateField {...shared} />
  const length = rule.kind === 'text' ? rule.length.max : LINE_LENGTH
  return <TextField {...shared} maxLength={length} isLong={length > LINE_LENGTH} {...(suggestions && { suggestions })} />
}
