import type { MeasurementUnitGroup } from '#engine/output/measurementUnit.ts'
import { findUnit } from '#engine/output/measurementUnit.ts'
import type { Problem } from '#engine/result.ts'
import { formProblem, numberProblem, textProblem } from './fieldRules.ts'
import type { LengthRange, NumberRange, TextForm } from './fieldRules.ts'

/** What a field may hold. The rule refuses a value on the server and in the form, and chooses the control of the form. */
export type FieldRule =
  | { readonly kind: 'text'; readonly length: LengthRange }
  | { readonly kind: 'form'; readonly form: TextForm }
  | { readonly kind: 'number'; readonly range: NumberRange }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'flag' }
  /** The API has the id of a measurement unit, the column its code. */
  | { readonly kind: 'unit'; readonly group: MeasurementUnitGroup }
  /** A text that only a function can judge, such as a time zone; it gets no blanks around it, and never an empty one. */
  | { readonly kind: 'judged'; readonly problemOf: (name: string, text: string) => Problem | null }
  /** The id of a row of another table; its service looks for the row. */
  | { readonly kind: 'reference' }

/** One field of a group of settings: its key in the table is its name in the code and in the audit log. */
export type SettingField = {
  readonly column: string
  readonly rule: FieldRule
  /** The scalar or the enumeration of the API. */
  readonly api: string
  /** Its name in the API and in the form where that is another one. */
  readonly apiName?: string
  /** Never empty: null leaves it as it is. */
  readonly isRequired?: true
  /** Its description in the API. */
  readonly about?: string
  /** Nothing reads it yet: form and API say so. A test holds the mark against the sources. */
  readonly hasNoEffectYet?: true
}

/** What of a field checks a value. */
export type CheckedField = Pick<SettingField, 'rule' | 'api' | 'isRequired' | 'hasNoEffectYet'>

export type FieldTable = Readonly<Record<string, SettingField>>

export type ApiName<Table extends FieldTable, Key extends keyof Table> = Table[Key] extends { readonly apiName: infer Name extends string }
  ? Name
  : Key & string

/** The value of a field as the API has it, without null. */
export type ApiValue<Field extends SettingField> = Field['api'] extends 'String'
  ? string
  : Field['api'] extends 'Decimal' | 'Int'
    ? number
    : Field['api'] extends 'Boolean'
      ? boolean
      : Choice<Field, string>

/** One of the values of a choice, also where the API has a text. */
type Choice<Field extends SettingField, Else> = Field['rule'] extends { readonly kind: 'choice'; readonly values: readonly (infer Value)[] }
  ? Value
  : Else

type Filled<Field extends SettingField> = Field['rule'] extends { readonly kind: 'unit' } ? string : Choice<Field, ApiValue<Field>>

/** The value of a field as its column has it. */
export type StoredValue<Field extends SettingField> = Field extends
  | { readonly isRequired: true }
  | { readonly rule: { readonly kind: 'flag' } }
  ? Filled<Field>
  : Filled<Field> | null

/** A change of the fields, by their names in the API: undefined leaves a field as it is, null empties it where it may be empty. */
export type ChangeOf<Table extends FieldTable> = {
  readonly [Key in keyof Table as ApiName<Table, Key>]?: ApiValue<Table[Key]> | null | undefined
}

/** What a form has of the fields: empty texts in place of null. */
export type EnteredOf<Table extends FieldTable> = { readonly [Key in keyof Table as ApiName<Table, Key>]: ApiValue<Table[Key]> }

/** What is stored of the fields, by their keys. */
export type StoredOf<Table extends FieldTable> = { readonly [Key in keyof Table]: StoredValue<Table[Key]> }

/** The columns that a change writes. */
export type ColumnsOf<Table extends FieldTable> = { -readonly [Key in keyof Table as Table[Key]['column']]?: StoredValue<Table[Key]> }

/** Returns the rule of a text of so many characters, without the blanks around it. */
export function text(min: number, max: number) {
  return { kind: 'text', length: { min, max } } as const
}

/** Returns the rule of a text that looks like the example. */
export function form(pattern: RegExp, example: string) {
  return { kind: 'form', form: { pattern, example } } as const
}

/** Returns the rule of a number in the range. */
export function number(range: NumberRange) {
  return { kind: 'number', range } as const
}

/** Returns the rule of one of the values. */
export function choice<const Values extends readonly string[]>(values: Values) {
  return { kind: 'choice', values } as const
}

/** Returns the rule of a measurement unit of the group. */
export function unit(group: MeasurementUnitGroup) {
  return { kind: 'unit', group } as const
}

/** Returns the rule of a text that a function judges. */
export function judged(problemOf: (name: string, text: string) => Problem | null) {
  return { kind: 'judged', problemOf } as const
}

/** Returns the rule of a text that stands in a list too long for a choice, with an example. */
export function known(isKnown: (text: string) => boolean, example: string) {
  return judged((field, text) => (isKnown(text) ? null : { code: 'INVALID_FORMAT', field, params: { example } }))
}

export const FLAG = { kind: 'flag' } as const
export const REFERENCE = { kind: 'reference' } as const

/** Returns the name of the field in the API. */
export function apiNameOf(key: string, field: SettingField): string {
  return field.apiName ?? key
}

/** Returns whether the field always has a value, so that null leaves it as it is. */
export function isNeverEmpty({ isRequired, rule }: SettingField): boolean {
  return isRequired === true || rule.kind === 'flag'
}

/** Returns the fields by their names in the API. */
export function byApiName<Table extends FieldTable>(table: Table): { readonly [Key in keyof Table as ApiName<Table, Key>]: Table[Key] }
export function byApiName(table: FieldTable): FieldTable {
  return Object.fromEntries(Object.entries(table).map(([key, field]) => [apiNameOf(key, field), field]))
}

/** Returns the values of the fields among others: what the audit log tells of a row. */
export function fieldValues<Table extends FieldTable, Values extends Readonly<Record<keyof Table, unknown>>>(
  table: Table,
  values: Values,
): Pick<Values, keyof Table>
export function fieldValues(table: FieldTable, values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.keys(table).map((key) => [key, values[key]]))
}

/** Returns the problems of entered values in the order of the table, each with the name of its field in the API. */
export function tableProblems<Table extends FieldTable>(table: Table, values: EnteredOf<Table>): readonly Problem[]
export function tableProblems(table: FieldTable, values: object): readonly Problem[] {
  const entered = new Map<string, unknown>(Object.entries(values))
  return Object.entries(table).flatMap(([key, field]) => {
    const name = apiNameOf(key, field)
    const problem = fieldProblem(name, field, entered.get(name))
    return problem === null ? [] : [problem]
  })
}

/** Returns the entered values with texts as they are stored: without blanks around them. */
export function trimmedValues<Values extends object>(values: Values): Values
export function trimmedValues(values: object): object {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [name, typeof value === 'string' ? value.trim() : value]),
  )
}

/** Returns what is wrong with the value of a field, null for nothing; the problem has the name. */
export function fieldProblem(name: string, { rule, isRequired, api }: CheckedField, value: unknown): Problem | null {
  if (rule.kind === 'text') return textProblem(name, typeof value === 'string' ? value : '', rule.length)
  const entered = typeof value === 'string' ? value.trim() : value
  if (isRequired === true && (entered === null || entered === '')) return { code: 'REQUIRED', field: name }
  if (rule.kind === 'judged') return typeof entered === 'string' && entered !== '' ? rule.problemOf(name, entered) : null
  // An enumeration of the API knows its values; a text does not.
  if (rule.kind === 'choice') return api === 'String' ? choiceProblem(name, rule.values, entered) : null
  if (rule.kind === 'form') return formProblem(name, typeof value === 'string' ? value : null, rule.form)
  if (typeof value !== 'number') return null
  if (rule.kind === 'number') return numberProblem(name, value, rule.range)
  if (rule.kind !== 'unit' || findUnit(value, rule.group) !== null) return null
  return { code: 'MEASUREMENT_UNIT_NOT_FOUND', field: name, params: { id: value } }
}

function choiceProblem(field: string, values: readonly string[], value: unknown): Problem | null {
  if (value === null || value === '' || values.some((one) => one === value)) return null
  return { code: 'INVALID_FORMAT', field, params: { example: values[0] ?? '' } }
}

/** Returns the value of the API as the column has it: texts without blanks around them, null for an empty one, the code of a unit. */
export function storedValue({ rule }: SettingField, value: unknown): unknown {
  if (typeof value === 'string' && rule.kind !== 'reference') return value.trim() || null
  return typeof value === 'number' && rule.kind === 'unit' ? (findUnit(value, rule.group)?.code ?? null) : value
}
