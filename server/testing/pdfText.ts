import { inflateSync } from 'node:zlib'

/** Returns the text of a PDF in the order in which it is drawn, its words divided by blanks: what a reader finds when searching in it. */
export function pdfText(file: Uint8Array): string {
  const source = Buffer.from(file).toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', content = ''] of source.matchAll(/(\d+) 0 obj\r?\n([^]*?)\r?\nendobj/g)) objects.set(id, content)
  const fonts = new Map<string, ReadonlyMap<string, string>>()
  for (const [, name = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
    fonts.set(name, lettersOf(streamOf(objects.get(table) ?? '')))
  }
  const pages = [...objects.values()].filter((content) => content.includes('stream')).map(streamOf)
  return pages.flatMap((page) => wordsOf(page, fonts)).join(' ')
}

function streamOf(content: string): string {
  const [, dictionary = '', bytes = ''] = /^([^]*?)stream\r?\n([^]*)\r?\nendstream/.exec(content) ?? []
  return dictionary.includes('/FlateDecode') ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes
}

/** Which letters the codes of a font stand for. */
function lettersOf(table: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]+)>\s*<[0-9a-f]+>\s*\[([^\]]*)\]/gi)) {
    const codes = list.match(/<[0-9a-f]+>/gi) ?? []
    codes.forEach((code, at) => letters.set((Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'), textOf(code.slice(1, -1))))
  }
  return letters
}

function textOf(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
}

function wordsOf(page: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): readonly string[] {
  let letters: ReadonlyMap<string, string> = new Map()
  const words: string[] = []
  for (const [, font, drawn] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map()
    const codes = [...(drawn ?? '').matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = '']) => hex.toLowerCase().match(/.{4}/g) ?? [])
    if (drawn !== undefined)
      words.push(
        codes
          .map((code) => letters.get(code) ?? '')
          .join('')
          .trim(),
      )
  }
  return words.filter((word) => word !== '')
}
