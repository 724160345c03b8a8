export const ENCODINGS = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'Windows-1250', 'Windows-1251', 'Windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

const POLISH = /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/u
const WESTERN = /[áéíóúüñàèçäößêôÁÉÍÓÚÜÑ¿¡ºª]/u
const CYRILLIC = /[а-яёіїєґўқғҳА-ЯЁІЇЄҐЎ]/u
const LATIN = /[a-z]/iu
/** So many characters beyond ASCII decide. */
const SAMPLE = 4000

/** Returns the text of the bytes and the encoding that it was found to have; null for bytes that are no text. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: Encoding } | null {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding.toLowerCase()).decode(bytes)
  return isText(text) ? { text, encoding } : null
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'UTF-16LE'
  if (first === 0xfe && second === 0xff) return 'UTF-16BE'
  const wide = wideEncodingOf(bytes)
  if (wide !== null) return wide
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'UTF-8'
  } catch {
    return codePageOf(bytes)
  }
}

/** Latin letters of UTF-16 have an empty byte before or behind them. */
function wideEncodingOf(bytes: Uint8Array): 'UTF-16BE' | 'UTF-16LE' | null {
  const sample = bytes.subarray(0, 2000)
  let even = 0
  let odd = 0
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) even++
    else odd++
  }
  const many = sample.length / 8
  if (odd > many && even < odd / 10) return 'UTF-16LE'
  return even > many && odd < even / 10 ? 'UTF-16BE' : null
}

/** The code page in which the letters make words; where two do, the western one. */
function codePageOf(bytes: Uint8Array): Encoding {
  const pages = [
    { encoding: 'Windows-1252', letters: WESTERN },
    { encoding: 'Windows-1250', letters: POLISH },
    { encoding: 'Windows-1251', letters: CYRILLIC },
  ] as const
  const scored = pages.map(({ encoding, letters }) => ({ encoding, score: scoreOf(bytes, encoding, letters) }))
  return scored.toSorted((one, other) => other.score - one.score)[0]?.encoding ?? 'Windows-1252'
}

function scoreOf(bytes: Uint8Array, encoding: Encoding, letters: RegExp): number {
  const text = new TextDecoder(encoding.toLowerCase()).decode(bytes)
  let score = 0
  let seen = 0
  for (let at = 0; at < text.length && seen < SAMPLE; at++) {
    const letter = text[at] ?? ''
    if (letter < '\u0080') continue
    seen++
    score += letters.test(letter) ? 1 : -1
    // Words are of one script.
    if (CYRILLIC.test(letter) && (LATIN.test(text[at - 1] ?? '') || LATIN.test(text[at + 1] ?? ''))) score -= 2
  }
  return score
}

/** Bytes that are no text have signs that nobody types. */
function isText(text: string): boolean {
  const sample = text.slice(0, 20_000)
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  const strange = sample.match(/[\u0000-\u0008\u000e-\u001f\ufffd]/gu)?.length ?? 0
  return strange === 0 || strange < sample.length / 1000
}
