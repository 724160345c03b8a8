import { soundedWords } from '../fold.ts'
import { knownWord } from '../lexicons.ts'
import { soundKeys } from './soundKeys.ts'

/** Takes names of people out of a text before it leaves, and puts them back into what is answered. */
export type HiddenPeople = { readonly hide: (text: string) => string; readonly show: (text: string) => string }

const WORD = /[\p{L}\p{M}\p{N}ʻʼ'’‘`´]+/gu
const EMAIL = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+/gu
const PHONE = /\+\d[\d\s().-]{6,}\d/gu
/** Consonants at the end of a name that a case turns into others, as sounds have them: Olha – Olzi, Marta – Marcie. */
const TURNS: Readonly<Record<string, readonly string[]>> = { g: ['s', 'ds'], k: ['c'], t: ['k', 'c'], d: ['ds'], r: ['s', 'rs'] }
const SHORT = 3

/**
 * Returns what hides the people of the names, in whichever script, romanisation and case their names, first names or surnames are written, and all e-mail
 * addresses and phone numbers with their country (domain.md HP-3). Too much is hidden rather than too little; but what names one of the `things` –
 * machines, groups, reasons, orders – and words that the assistant knows stay unless they are a name. What is hidden is shown again as it was written.
 */
export function hiddenPeople(names: readonly string[], things: readonly string[] = []): HiddenPeople {
  const parts = [...new Set(names.flatMap(wordsOf))].filter((part) => part.length >= 2 && !/^\d+$/u.test(part))
  const forms = formsOf(parts)
  const whole = new Set(parts.flatMap(soundKeys))
  const written = new Set(parts.flatMap(soundedWords))
  const isWritten = (word: string) => soundedWords(word).some((sounded) => written.has(sounded))
  const isWhole = (word: string) => soundKeys(word).some((key) => whole.has(key))
  // A machine that is called by the name of a person is hidden, too.
  const ofThings = formsOf([...new Set(things.flatMap(wordsOf))].filter((word) => !isWhole(word)))
  const byText = new Map<string, string>()
  const placeholder = (text: string): string => {
    const known = byText.get(text)
    if (known !== undefined) return known
    const made = `[person ${String.fromCodePoint(65 + (byText.size % 26))}${byText.size < 26 ? '' : 'Z'.repeat(Math.floor(byText.size / 26))}]`
    byText.set(text, made)
    return made
  }
  const isName = (word: string, text: string, at: number): boolean => {
    const keys = soundKeys(word)
    const heard = Math.max(...keys.map((key) => beginningOf(key, forms)), 0)
    if (heard === 0) return false
    const hasCapital = /^\p{Lu}/u.test(word)
    if (word.length < SHORT) return hasCapital
    const known = knownWord(word)
    // “5 марта” is no Marta, and “price” no Price.
    if (known?.kind === 'month') return isWritten(word) && !isBesideNumber(word, text, at)
    if (known?.kind === 'word') return isWritten(word) && hasCapital
    // “MAR-7” is no reason to name Mariia.
    if (keys.some((key) => beginningOf(key, ofThings) > 0 && beginningOf(key, ofThings) >= heard - (heard > 4 ? 1 : 0)))
      return isWritten(word)
    return known?.kind !== 'stem' || heard > known.length || isWritten(word)
  }
  const hideNames = (text: string): string => {
    let hidden = ''
    let from = 0
    let run: { readonly from: number; to: number } | null = null
    const end = () => {
      if (run === null) return
      hidden += text.slice(from, run.from) + placeholder(text.slice(run.from, run.to))
      from = run.to
      run = null
    }
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (!isName(word, text, index)) end()
      else if (run !== null && /^\s+$/u.test(text.slice(run.to, index))) run.to = index + word.length
      else {
        end()
        run = { from: index, to: index + word.length }
      }
    }
    end()
    return hidden + text.slice(from)
  }
  return {
    // Parts that are hidden already are no words.
    hide: (text) =>
      text
        .split(new RegExp(`(${EMAIL.source}|${PHONE.source})`, 'u'))
        .map((part, at) => (at % 2 === 1 ? placeholder(part) : hideNames(part)))
        .join(''),
    show: (text) => [...byText].reduce((shown, [original, made]) => shown.replaceAll(made, () => original), text),
  }
}

function isBesideNumber(word: string, text: string, at: number): boolean {
  return /\d\.?\s*$/u.test(text.slice(0, at)) || /^\s*\d/u.test(text.slice(at + word.length))
}

/** Words as WORD finds them. */
function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(WORD)].map(([word]) => word)
}

/** How forms of a name may begin, each with what may follow. */
type Forms = ReadonlyMap<string, readonly RegExp[]>

const NOTHING = /^$/u
/** Cases of Ukrainian, Polish and Russian begin with a vowel; those of Uzbek and the s of English do not. */
const ENDING = /^(?:[aiou][a-z]{0,3}|s|ga|ka|ni|da|dan|ning|niki|lar)?$/u
const ENDING_OF_VOWEL = /^[aiou][a-z]{0,3}$/u
const SHORT_ENDING_OF_VOWEL = /^[aiou]{1,3}m?$/u
const SHORT_ENDING = /^(?:[aiou][a-z]{0,2}|s|ga|ka|ni|da|dan|ning)?$/u
/** Consonants turn before e and i alone. */
const ENDING_OF_TURNED = /^i[a-z]?$/u

function formsOf(parts: readonly string[]): Forms {
  const forms = new Map<string, RegExp[]>()
  const add = (beginning: string, ending: RegExp) => forms.set(beginning, [...(forms.get(beginning) ?? []), ending])
  for (const key of parts.flatMap(soundKeys)) {
    const stem = key.replace(/[aiou]$/u, '')
    if (key.length < SHORT) add(key, NOTHING)
    else add(key, key.length === SHORT ? SHORT_ENDING : ENDING)
    if (key.length < SHORT || stem === key) continue
    add(stem, stem.length < SHORT ? SHORT_ENDING_OF_VOWEL : ENDING_OF_VOWEL)
    // Марія – Марії; Михайло – Михаил; Павло – Павел.
    if (stem.length > SHORT || /[aiou]$/u.test(stem)) add(stem, NOTHING)
    if (/[^aiou]l$/u.test(stem)) add(`${stem.slice(0, -1)}il`, ENDING)
  }
  for (const key of parts.flatMap(soundKeys)) {
    const stem = key.replace(/[aiou]$/u, '')
    if (stem.length < SHORT) continue
    for (const turned of TURNS[stem.at(-1) ?? ''] ?? []) add(stem.slice(0, -1) + turned, ENDING_OF_TURNED)
    // Vowels that endings take away, or turn: Marek – Marka, Кравець – Кравця; Федір – Федора.
    const closed = /^(?<begin>.+[^aiou])(?<vowel>[io])(?<end>[klnr])$/u.exec(key)?.groups
    if (closed === undefined) continue
    add(`${closed['begin']}${closed['end']}`, ENDING_OF_VOWEL)
    if (closed['vowel'] === 'i') add(`${closed['begin']}o${closed['end']}`, ENDING_OF_VOWEL)
  }
  return forms
}

/** Returns how long the beginning is by which the sounds of a word are a form; 0 = they are none. */
function beginningOf(key: string, forms: Forms): number {
  for (let length = key.length; length > 1; length--)
    if (forms.get(key.slice(0, length))?.some((ending) => ending.test(key.slice(length))) === true) return length
  return 0
}
