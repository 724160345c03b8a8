/** Returns the chosen columns with one more or one less, in their order; null for all of them, and never none. */
export function toggledColumn<Column extends string>(
  columns: readonly Column[],
  chosen: readonly Column[] | null,
  column: Column,
): readonly Column[] | null {
  const before = chosen ?? columns
  const next = columns.filter((one) => (one === column ? !before.includes(one) : before.includes(one)))
  if (next.length === 0) return before
  return next.length === columns.length ? null : next
}
