/** A line of an answer as it was told to who words it. */
export type ToldLine = {
  /** Of what the line is about; null = of none. */
  readonly name: string | null
  /** The figures, times and codes of the line. */
  readonly text: string
}

const MOST_CHARS = 500
/** Names that are not longer have no endings of cases. */
const SHORT = 2
const NUMBER = /\d+(?:[.,:]\d+|[ \u00A0\u202F'’]\d{3}(?!\d))*(?:[\s\u00A0\u202F]?%)?/gu
/** Digits of other scripts, halves and Roman numbers, which are not compared. */
const OTHER_NUMBER = /(?![0-9])\p{N}/u
/** What would lead elsewhere, or is no sentence. */
const NO_SENTENCE = /:\/\/|[<>{}`]|\bwww\./iu
/** Figures in words are figures, too: from twenty on, halves and thirds, in six languages. */
const SPELLED = new RegExp(
  [
    'twent|thirt|fort[yi]|fift|sixt|sevent|eight[yi]|ninet|hundred|thousand|million|half|third|quarter|twice|double',
    'двадцят|тридцят|сорок|п.?ятдесят|шістдесят|сімдесят|вісімдесят|девяност|дев.яност|сто(?![а-яіїє])|сотн|тисяч|половин|третин|чверт|вдвічі|удвічі',
    'двадцат|тридцат|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяност|тысяч|трет[ьи]|четверт|вдвое',
    'dwadzie|trzydzie|czterdzie|pi.?.dziesi|sze..dziesi|siedemdziesi|osiemdziesi|dziewi.?.dziesi|sto(?![a-ząćęłńóśźż])|setk|tysi|po.owa|po.ow.|jedna trzecia|.wier.|dwukrotn',
    'veint|treint|cuarent|cincuent|sesent|setent|ochent|novent|cien|ciento|mil(?![a-z])|mitad|tercio|cuarto|doble',
    'yigirma|o.?ttiz|qirq|ellik|oltmish|yetmish|sakson|to.?qson|yuz(?![a-z])|ming(?![a-z])|yarim|yarmi|chorak',
  ]
    .map((stems) => `(?<![\\p{L}])(?:${stems})`)
    .join('|'),
  'iu',
)

/**
 * Returns whether words of somebody else may stand for the lines (domain.md HP-3): a sentence or two without addresses, each of whose numbers is one of
 * a line – of the one named before it, else of the one named after it – and none of which is written out, in other digits, or may as well be a machine's name.
 */
export function wordsStand(words: string, lines: readonly ToldLine[]): boolean {
  const text = words.trim()
  if (text === '' || text.length > MOST_CHARS || NO_SENTENCE.test(text) || OTHER_NUMBER.test(text)) return false
  const names = [...new Set(lines.flatMap(({ name }) => (name === null || name === '' ? [] : [name])))]
  const signed = names.map((name) => (isNumber(name) ? '' : name))
  const unnamed = withSigns(text, signed)
  // Digits of names are no figures.
  const told = lines.map((line) => ({ name: line.name, text: withSigns(line.text, signed) }))
  if (SPELLED.test(unnamed)) return false
  const numbers = [...unnamed.matchAll(NUMBER)]
  // Whether a machine or a figure is meant by it, nobody can say.
  if (numbers.some(({ 0: number }) => names.some((name) => isNumber(name) && plain(name) === plain(number)))) return false
  const said = [...unnamed.matchAll(SIGN)].map(({ 0: sign, index }) => ({
    at: index,
    name: names[(sign.codePointAt(0) ?? 0) - FIRST_SIGN],
  }))
  return numbers.every(({ 0: number, index }) => {
    const holders = told.filter((line) => hasNumber(line, number))
    const of = said.findLast(({ at }) => at < index) ?? said[0]
    // What is said of all, such as how many there are, has no name.
    return holders.some(({ name }) => of === undefined || name === null || name === of.name)
  })
}

/** Names hold digits of their own: each becomes one sign, whose place says which. */
const FIRST_SIGN = 0xe000
const SIGN = /[\uE000-\uF8FF]/gu

function withSigns(text: string, names: readonly string[]): string {
  const byLength = names
    .map((name, at) => ({ name, at }))
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.name.length - one.name.length)
  const plainText = text.replaceAll(SIGN, ' ')
  return byLength.reduce((left, { name, at }) => left.replaceAll(patternOf(name), String.fromCodePoint(FIRST_SIGN + at)), plainText)
}

/** Stands alone: not inside a number or word, but with an ending of a case where the name is a word. */
function patternOf(name: string): RegExp {
  const isWord = name.length > SHORT && /\p{L}$/u.test(name)
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\d[.,:])${escaped(name)}(?!${isWord ? '' : '\\p{L}|'}\\p{N}|[.,:]\\d)`, 'giu')
}

function isNumber(name: string): boolean {
  return /^\d+$/u.test(name.trim())
}

function hasNumber({ text }: ToldLine, number: string): boolean {
  const wanted = plain(number)
  return [...text.matchAll(NUMBER)].some(({ 0: told }) => plain(told) === wanted || plain(told) === `${wanted}%`)
}

function plain(number: string): string {
  return number.replaceAll(/[\s\u00A0\u202F'’]/gu, '').replaceAll(',', '.')
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}
