/** Returns the container codes of the text, which stand between commas or semicolons; each once, without regard to case. */
export function containersOf(text: string): readonly string[] {
  const codes = text
    .split(/[,;]/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
  return codes.filter((code, index) => codes.findIndex((one) => one.toLowerCase() === code.toLowerCase()) === index)
}

/** Returns the text with the container behind those that it names; as it was where it names it already. */
export function withContainer(text: string, code: string): string {
  const codes = containersOf(text)
  const isKnown = codes.some((one) => one.toLowerCase() === code.trim().toLowerCase())
  return isKnown ? text : containersOf([...codes, code].join(', ')).join(', ')
}

/** Returns the text without the container. */
export function withoutContainer(text: string, code: string): string {
  const codes = containersOf(text)
  const others = codes.filter((one) => one.toLowerCase() !== code.trim().toLowerCase())
  return others.length === codes.length ? text : others.join(', ')
}
