/** Returns the bytes that a `Range` header asks for, the end not included; the whole file for none or one of another form, null for one outside the file. */
export function byteRange(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number; readonly isPart: boolean } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return { start: 0, end: size, isPart: false }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return start < end ? { start, end, isPart: true } : null
}
