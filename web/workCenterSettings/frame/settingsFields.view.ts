import { formProblem, numberProblem, textProblem } from '#engine/workCenter/fieldRules.ts'
import type { LengthRange, NumberRange, TextForm } from '#engine/workCenter/fieldRules.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

/** A value as the API has it. */
export type Stored = string | number | boolean | null
/** A value as it is typed, chosen or ticked. */
export type Entered = string | boolean

/** What a field holds and by which rule it is checked; the rules are those of the server. */
export type FieldSpec =
  | { readonly kind: 'text'; readonly length: LengthRange }
  | { readonly kind: 'form'; readonly form: TextForm }
  | { readonly kind: 'number'; readonly range: NumberRange; readonly isRequired?: boolean }
  | { readonly kind: 'choice'; readonly isNumber?: boolean; readonly isRequired?: boolean }
  | { readonly kind: 'flag' }

export type FieldSpecs<Name extends string> = Readonly<Record<Name, FieldSpec>>
export type StoredValues<Name extends string> = Readonly<Record<Name, Stored>>
/** What was entered, field by field. */
export type Edits<Name extends string> = ReadonlyMap<Name, Entered>

/** Returns the names of the fields in their order. */
export function namesOf<Name extends string>(fields: FieldSpecs<Name>): readonly Name[] {
  return Object.keys(fields).filter((name): name is Name => Object.hasOwn(fields, name))
}

/** Returns how a stored value stands in its field, numbers as the language types them. */
export function enteredOf(value: Stored, locale: string): Entered {
  if (typeof value === 'boolean') return value
  return typeof value === 'number' ? numberText(value, locale) : (value ?? '')
}

/** Returns the value that was entered in a language: texts without blanks around them, null for an empty one, NaN for a number that is none. */
export function storedOf(spec: FieldSpec, entered: Entered, locale: string): Stored {
  if (typeof entered === 'boolean') return entered
  if (spec.kind === 'number') return readNumber(entered, locale)
  const trimmed = entered.trim()
  if (trimmed === '') return null
  return spec.kind === 'choice' && spec.isNumber === true ? Number(trimmed) : trimmed
}

/** Returns the values with what was entered in a language. */
export function valuesWith<Name extends string>(
  fields: FieldSpecs<Name>,
  base: StoredValues<Name>,
  edits: Edits<Name>,
  locale: string,
): StoredValues<Name> {
  const entered = namesOf(fields).flatMap((name) => {
    const edit = edits.get(name)
    return edit === undefined ? [] : [[name, storedOf(fields[name], edit, locale)] as const]
  })
  return { ...base, ...Object.fromEntries(entered) }
}

/** Returns changed values as fields of an input of the API: each has the type that its field gave it, and the API checks what it is sent. */
export function inputOf(changes: Readonly<Record<string, Stored | undefined>>): Readonly<Record<string, Stored | undefined>> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** Returns the fields that differ between two states; nothing and an empty text are the same. */
export function differing<Name extends string>(
  fields: FieldSpecs<Name>,
  left: StoredValues<Name>,
  right: StoredValues<Name>,
): readonly Name[] {
  return namesOf(fields).filter((name) => !Object.is(plain(left[name]), plain(right[name])))
}

/** Returns what is wrong with the fields that were changed, in the order of the fields, as the server would refuse it. */
export function problemsIn<Name extends string>(
  fields: FieldSpecs<Name>,
  values: StoredValues<Name>,
  changed: readonly Name[],
): readonly FieldProblem[] {
  return changed.flatMap((name) => problemOf(name, fields[name], values[name]) ?? [])
}

function problemOf(name: string, spec: FieldSpec, value: Stored): FieldProblem | null {
  const isEmpty = value === null || value === ''
  if (spec.kind === 'text') return textProblem(name, typeof value === 'string' ? value : '', spec.length)
  if (spec.kind === 'form') return formProblem(name, typeof value === 'string' ? value : null, spec.form)
  if ((spec.kind === 'number' || spec.kind === 'choice') && spec.isRequired === true && isEmpty) return { code: 'REQUIRED', field: name }
  return spec.kind === 'number' && typeof value === 'number' ? numberProblem(name, value, spec.range) : null
}

function plain(value: Stored): Stored {
  return value === '' ? null : value
}
