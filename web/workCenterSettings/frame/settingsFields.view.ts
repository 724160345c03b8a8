import { fieldProblem } from '#engine/fields/fieldTable.ts'
import type { CheckedField } from '#engine/fields/fieldTable.ts'
import { numberText, readNumber } from '#web/ui/form/readNumber.ts'
import type { FieldProblem } from '#web/ui/form/useForm.ts'

/** A value as the API has it. */
export type Stored = string | number | boolean | null
/** A value as it is typed, chosen or ticked. */
export type Entered = string | boolean

/** The fields of a form by their names in the API. */
export type FieldSpecs<Name extends string> = Readonly<Record<Name, CheckedField>>
export type StoredValues<Name extends string> = Readonly<Record<Name, Stored>>
/** What was entered, field by field. */
export type Edits<Name extends string> = ReadonlyMap<Name, Entered>

/** Returns the names of the fields in their order. */
export function namesOf<Name extends string>(fields: FieldSpecs<Name>): readonly Name[] {
  return Object.keys(fields).filter((name): name is Name => Object.hasOwn(fields, name))
}

/** Returns the values of the fields among those of an object of the API. */
export function valuesOf<Name extends string>(fields: FieldSpecs<Name>, source: StoredValues<NoInfer<Name>>): StoredValues<Name>
export function valuesOf(fields: FieldSpecs<string>, source: StoredValues<string>): StoredValues<string> {
  return Object.fromEntries(namesOf(fields).map((name) => [name, source[name] ?? null]))
}

/** Returns a stored value as shown in its field, numbers in the language's format. */
export function enteredOf(value: Stored, locale: string): Entered {
  if (typeof value === 'boolean') return value
  return typeof value === 'number' ? numberText(value, locale) : (value ?? '')
}

/** Returns the value that was entered in a language: texts without blanks around them, null for an empty one, NaN for a number that is none. */
export function storedOf({ rule, api }: CheckedField, entered: Entered, locale: string): Stored {
  if (typeof entered === 'boolean') return entered
  if (rule.kind === 'number') return readNumber(entered, locale)
  const trimmed = entered.trim()
  if (trimmed === '') return null
  return api === 'Int' ? Number(trimmed) : trimmed
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

/** Returns changed values as fields of an API input. Each has the type of its field; the API checks them. */
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

/** Returns the problems of the changed fields in field order, by the server's rules. */
export function problemsIn<Name extends string>(
  fields: FieldSpecs<Name>,
  values: StoredValues<Name>,
  changed: readonly Name[],
): readonly FieldProblem[] {
  return changed.flatMap((name) => fieldProblem(name, fields[name], values[name]) ?? [])
}

function plain(value: Stored): Stored {
  return value === '' ? null : value
}
