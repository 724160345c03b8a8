import { soundedWords } from '../fold.ts'

/** Takes names of people out of a text before it leaves, and puts them back into what is answered. */
export type HiddenPeople = { readonly hide: (text: string) => string; readonly show: (text: string) => string }

const WORD = /[\p{L}\p{M}\p{N}ʻʼ'’‘`´]+/gu
const EMAIL = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+/gu
const PHONE = /\+\d[\d\s().-]{6,}\d/gu
/** Endings of cases are not longer. */
const MOST_ENDING = 4
/** Consonants at the end of a name that a case turns into others, as sounds have them: Olha – Olzi, Marta – Marcie. */
const TURNS: Readonly<Record<string, readonly string[]>> = {
  g: ['s', 'ds'],
  h: ['s', 'sh'],
  k: ['c', 'ch'],
  t: ['c', 'ch'],
  d: ['ds'],
  r: ['rs'],
}
const SHORT = 3

/**
 * Returns what hides the people of the names, in whichever script and case their names, first names or surnames are written, and all e-mail addresses and
 * phone numbers with their country. Too much is hidden rather than too little. What is hidden is shown again as it was written.
 */
export function hiddenPeople(names: readonly string[]): HiddenPeople {
  const stems = [...new Set(names.flatMap((name) => soundedWords(name)))].filter((part) => part.length >= 2).map(stemsOf)
  const byText = new Map<string, string>()
  const placeholder = (text: string): string => {
    const known = byText.get(text)
    if (known !== undefined) return known
    const made = `[person ${String.fromCodePoint(65 + (byText.size % 26))}${byText.size < 26 ? '' : 'Z'.repeat(Math.floor(byText.size / 26))}]`
    byText.set(text, made)
    return made
  }
  const isName = (word: string): boolean => {
    const [sounded] = soundedWords(word)
    return sounded !== undefined && stems.some((stem) => isForm(sounded, stem))
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
      if (!isName(word)) end()
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

type Stem = { readonly beginnings: readonly string[]; readonly length: number; readonly mostEnding: number }

function stemsOf(part: string): Stem {
  if (part.length < SHORT) return { beginnings: [part], length: part.length, mostEnding: 0 }
  if (part.length === SHORT) return { beginnings: [part], length: part.length, mostEnding: 2 }
  const stem = part.replace(/[aeiouy]$/, '')
  const last = stem.at(-1) ?? ''
  const turned = (TURNS[last] ?? []).map((sound) => stem.slice(0, -1) + sound)
  return { beginnings: [stem, ...turned], length: stem.length, mostEnding: MOST_ENDING }
}

function isForm(word: string, { beginnings, length, mostEnding }: Stem): boolean {
  return word.length - length <= mostEnding && beginnings.some((beginning) => word.startsWith(beginning))
}
