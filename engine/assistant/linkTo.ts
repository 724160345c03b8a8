/** Returns the address of a page with the parameters that have a value; lists keep their commas. */
export function linkTo(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value)
  return search.size === 0 ? path : `${path}?${search.toString().replaceAll('%2C', ',')}`
}
