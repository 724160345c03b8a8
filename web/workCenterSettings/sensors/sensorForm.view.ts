import type { SensorType } from '#engine/sensor/sensorType.ts'
import { isColor } from '#web/parts/color/markColors.ts'

/** What a person enters of a sensor. */
export type SensorValues = {
  readonly type: SensorType
  /** As it was typed. */
  readonly number: string
  readonly name: string
  readonly color: string
  readonly isUiHidden: boolean
}

type FormProblem = {
  readonly code: string
  readonly field: keyof SensorValues
  readonly params?: Readonly<Record<string, string | number>>
}

const NAME_MAX_LENGTH = 200

/**
 * Returns the problems of a sensor by the server's rules: a number from 1 to 99, unique within its kind, a name of at most 200 characters, a colour.
 */
export function sensorProblems(
  values: SensorValues,
  others: readonly { readonly type: string; readonly number: number }[],
): readonly FormProblem[] {
  const number = /^\d{1,2}$/.test(values.number.trim()) ? Number(values.number) : Number.NaN
  const isTaken = others.some((other) => other.type === values.type && other.number === number)
  return [
    ...(values.number.trim() === '' ? [{ code: 'REQUIRED', field: 'number' } as const] : []),
    ...(values.number.trim() !== '' && !(number >= 1)
      ? [{ code: 'VALUE_OUT_OF_RANGE', field: 'number', params: { min: 1, max: 99 } } as const]
      : []),
    ...(isTaken ? [{ code: 'NOT_UNIQUE', field: 'number' } as const] : []),
    ...(values.name.trim().length > NAME_MAX_LENGTH
      ? [{ code: 'LENGTH_OUT_OF_RANGE', field: 'name', params: { min: 0, max: NAME_MAX_LENGTH } } as const]
      : []),
    ...(isColor(values.color.trim()) ? [] : [{ code: 'INVALID_FORMAT', field: 'color', params: { example: '#1886D4' } } as const]),
  ]
}

/** Changed fields of a sensor; missing fields stay. */
export type HeadChange = { readonly name?: string | null; readonly color?: string; readonly isUiHidden?: boolean }

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
