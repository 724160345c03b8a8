/** Returns the middle of the lengths, of an even number the mean of the two in the middle; null of none. */
export function medianOf(lengthsMs: readonly number[]): number | null {
  const ascending = lengthsMs.toSorted((a, b) => a - b)
  const middle = Math.floor(ascending.length / 2)
  const [before, after] = [ascending[middle - 1], ascending[middle]]
  if (after === undefined) return null
  return ascending.length % 2 === 1 || before === undefined ? after : (before + after) / 2
}
