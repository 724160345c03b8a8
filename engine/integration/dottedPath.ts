import type { Problem } from '#engine/result.ts'

const PART = /^([^.[\]]+)((?:\[\d*\])*)$/
const MOST_PARTS = 20

/**
 * Returns what stands at the path in an answer (domain.md IN-3): `order.lines[0].qty` one value, `orders[].code` the list of all. What is not there is
 * undefined; a list within a list is one list.
 */
export function valueAt(answer: unknown, path: string): unknown {
  if (path.trim() === '') return answer
  let values: readonly unknown[] = [answer]
  let isList = false
  for (const part of partsOf(path)) {
    if (part.kind === 'ALL') {
      isList = true
      values = values.flatMap((value) => (Array.isArray(value) ? value.map((one: unknown) => one) : []))
    } else values = values.map((value) => memberOf(value, part))
  }
  return isList ? values : values[0]
}

/** Returns the problem of a path that cannot be read, or null. An empty path is the answer itself. */
export function pathProblem(field: string, path: string): Problem | null {
  const text = path.trim()
  const words = text === '' ? [] : text.split('.')
  const isLegal = words.length <= MOST_PARTS && words.every((word) => PART.test(word))
  return isLegal ? null : { code: 'INVALID_FORMAT', field, params: { example: 'orders[].lines[0].code' } }
}

type PathPart = { readonly kind: 'ALL' } | { readonly kind: 'KEY'; readonly key: string } | { readonly kind: 'PLACE'; readonly at: number }

function partsOf(path: string): readonly PathPart[] {
  return path
    .trim()
    .split('.')
    .flatMap((word): PathPart[] => {
      const [, key = word, places = ''] = PART.exec(word) ?? []
      const indexes = [...places.matchAll(/\[(\d*)\]/g)].map(([, digits = '']): PathPart =>
        digits === '' ? { kind: 'ALL' } : { kind: 'PLACE', at: Number(digits) },
      )
      return [{ kind: 'KEY', key }, ...indexes]
    })
}

/** Only own members: an answer cannot lead to what every object inherits. */
function memberOf(value: unknown, part: Exclude<PathPart, { kind: 'ALL' }>): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (part.kind === 'PLACE') return Array.isArray(value) ? (value[part.at] as unknown) : undefined
  return Object.hasOwn(value, part.key) ? Reflect.get(value, part.key) : undefined
}
