/** Returns the text as a member of the enumeration; throws for one that is not, since the column's check constraint forbids it. */
export function oneOf<const Values extends readonly string[]>(values: Values, text: string): Values[number] {
  const found = values.find((value) => value === text)
  if (found === undefined) throw new Error(`"${text}" is none of ${values.join(', ')}`)
  return found
}

/** Returns the text as a member of the enumeration, null for null. */
export function oneOfOrNull<const Values extends readonly string[]>(values: Values, text: string | null): Values[number] | null {
  return text === null ? null : oneOf(values, text)
}
