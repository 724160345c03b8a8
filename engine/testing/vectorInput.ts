import assert from 'node:assert/strict'

/** A worked example as the file has it. */
export type Vector = {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 }

/** Returns the number that a JSON value writes: `3`, `"0.25"` or `"13/600"`. */
export function num(value: unknown): number {
  if (typeof value === 'number') return value
  assert.ok(typeof value === 'string', `not a number: ${JSON.stringify(value)}`)
  const [top = '', bottom = '1'] = value.split('/')
  return Number(top) / Number(bottom)
}

/** Returns the numbers of a JSON list. */
export function nums(value: unknown): number[] {
  return list(value).map(num)
}

/** Returns a JSON list. */
export function list(value: unknown): unknown[] {
  assert.ok(Array.isArray(value), `not a list: ${JSON.stringify(value)}`)
  return value
}

/** Returns a JSON object. */
export function record(value: unknown): Record<string, unknown> {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value), `not an object: ${JSON.stringify(value)}`)
  return Object.fromEntries(Object.entries(value))
}

/** Returns a JSON text. */
export function text(value: unknown): string {
  assert.ok(typeof value === 'string', `not a text: ${JSON.stringify(value)}`)
  return value
}

/** Returns a time of the inputs in ms; absent is 0. */
export function ms(inputs: Vector['inputs'], key: string): number {
  return inputs[key] === undefined ? 0 : num(inputs[key]) * (UNIT_MS[text(inputs['timeUnit'] ?? 's')] ?? 1000)
}

/** Returns a value in ms in the unit of the inputs. */
export function inUnit(inputs: Vector['inputs'], valueMs: number | null): number | null {
  return valueMs === null ? null : valueMs / (UNIT_MS[text(inputs['timeUnit'] ?? 's')] ?? 1000)
}

/** Refuses an actual figure that differs from the expected one by more than the file's ten decimals. */
export function equals(actual: number | null, expected: unknown, name: string): void {
  if (expected === null) return assert.equal(actual, null, name)
  const wanted = num(expected)
  assert.ok(actual !== null && Math.abs(actual - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)), `${name}: ${actual} is not ${wanted}`)
}

/** Compares each expected figure that the actual ones name, and refuses an expected figure that none of them covers. */
export function equalsAll(actual: Readonly<Record<string, number | null>>, vector: Vector): void {
  for (const [name, expected] of Object.entries(vector.expected)) {
    assert.ok(name in actual, `${vector.id} expects ${name}, which the test does not compute`)
    equals(actual[name] ?? null, expected, name)
  }
}
