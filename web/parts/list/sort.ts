/** Returns the column of a sort. */
export function columnOf(sort: string): string {
  return isDescending(sort) ? sort.slice(1) : sort
}

/** Returns whether a sort is descending. */
export function isDescending(sort: string): boolean {
  return sort.startsWith('-')
}

/** Returns how a list is sorted by a column, in the words of `aria-sort`. */
export function directionOf(column: string, sort: string): 'ascending' | 'descending' | 'none' {
  return sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none'
}
