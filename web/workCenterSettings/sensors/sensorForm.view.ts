import { type EnteredOf, type FieldTable, type StoredOf, tableProblems } from '#engine/fields/fieldTable.ts'
import type { Problem } from '#engine/result.ts'
import { SENSOR_FIELDS } from '#engine/sensor/sensorFields.ts'
import type { SensorType } from '#engine/sensor/sensorType.ts'

/** A form offers colours, so it always has one. */
const SHOWN_FIELDS = { ...SENSOR_FIELDS, color: { ...SENSOR_FIELDS.color, isRequired: true } } as const satisfies FieldTable

/** What a person enters of a sensor; `number` as it was typed. */
export type SensorValues = EnteredOf<typeof SENSOR_FIELDS> & { readonly type: SensorType; readonly number: string }

/**
 * Returns the problems of a sensor by the server's rules: a number from 1 to 99, unique within its kind, and its fields; a form has a colour always.
 */
export function sensorProblems(
  values: SensorValues,
  others: readonly { readonly type: string; readonly number: number }[],
): readonly Problem[] {
  const typed = values.number.trim()
  const number = /^\d{1,2}$/.test(typed) ? Number(typed) : Number.NaN
  const isTaken = others.some((other) => other.type === values.type && other.number === number)
  return [
    ...(typed === '' ? [{ code: 'REQUIRED', field: 'number' }] : []),
    ...(typed !== '' && !(number >= 1) ? [{ code: 'VALUE_OUT_OF_RANGE', field: 'number', params: { min: 1, max: 99 } }] : []),
    ...(isTaken ? [{ code: 'NOT_UNIQUE', field: 'number' }] : []),
    ...tableProblems(SHOWN_FIELDS, values),
  ]
}

/** Changed fields of a sensor; missing fields stay. */
export type HeadChange = { readonly [Name in keyof typeof SENSOR_FIELDS]?: StoredOf<typeof SENSOR_FIELDS>[Name] }

/** Returns the differences from the first shown values, so that two people with different fields do not undo each other. */
export function headChange(initial: SensorValues, values: SensorValues): HeadChange {
  return {
    ...(values.name.trim() !== initial.name && { name: values.name.trim() === '' ? null : values.name.trim() }),
    ...(values.color !== initial.color && { color: values.color }),
    ...(values.isUiHidden !== initial.isUiHidden && { isUiHidden: values.isUiHidden }),
  }
}

type StoredHead = { readonly name?: string | null; readonly color?: string | null; readonly isUiHidden: boolean }

/** Returns whether somebody else has changed a field since it was seen that is changed here to something else. */
export function clashes(change: HeadChange, seen: StoredHead, stored: StoredHead): boolean {
  const isClash = (name: 'color' | 'isUiHidden' | 'name') => {
    const mine = change[name]
    return mine !== undefined && (stored[name] ?? null) !== (seen[name] ?? null) && (stored[name] ?? null) !== mine
  }
  return isClash('name') || isClash('color') || isClash('isUiHidden')
}
