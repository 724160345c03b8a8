/** A code of a container has at most so many characters. */
const LONGEST = 64

/** Returns the codes of the next full containers: after the last one of the order by its number, as `C-118` after `C-117`, else by the code of the order. */
export function nextContainerCodes(last: string | null, orderCode: string, count: number): readonly string[] {
  const [, begin = '', digits = ''] = /^(.*?)(\d{1,15})$/.exec(last ?? '') ?? []
  const named = last === null || digits === '' ? { begin: `${last ?? orderCode}-`, width: 1, number: 0 } : numbered(begin, digits)
  return Array.from({ length: count }, (_, index) => {
    const number = String(named.number + index + 1).padStart(named.width, '0')
    return `${named.begin.slice(0, LONGEST - number.length)}${number}`
  })
}

function numbered(begin: string, digits: string) {
  return { begin, width: digits.length, number: Number(digits) }
}
