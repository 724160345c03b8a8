import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const LOCALES = ['en', 'uk', 'pl', 'ru', 'es', 'uz'] as const
export type Locale = (typeof LOCALES)[number]

/** Texts of one language by their full key, e.g. `boxes.empty`, `loss.count_one`. */
export type Texts = ReadonlyMap<string, string>

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/

/** Returns the texts of every language, read from the locale files of the web. */
export function readLanguageTexts(root: string): Map<Locale, Texts> {
  return new Map(LOCALES.map((locale) => [locale, parseTexts(readFileSync(join(root, 'web/texts', `${locale}.json`), 'utf8'))]))
}

/** Returns the texts of a locale file by full key; refuses values that are neither texts nor groups of texts. */
export function parseTexts(json: string): Texts {
  const texts = new Map<string, string>()
  collect(JSON.parse(json), '', texts)
  return texts
}

function collect(value: unknown, key: string, texts: Map<string, string>): void {
  if (typeof value === 'string') texts.set(key, value)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, key === '' ? name : `${key}.${name}`, texts)
  } else throw new Error(`${key} is ${JSON.stringify(value)}, neither a text nor a group of texts`)
}

/** Returns the differences of a language from English: missing and extra keys, plural forms, placeholders, empty texts. */
export function textProblems(languages: ReadonlyMap<Locale, Texts>): string[] {
  const english = byMessage(languages.get('en') ?? new Map<string, string>())
  return [...languages].flatMap(([locale, texts]) => {
    const messages = byMessage(texts)
    return [
      ...[...english.keys()].filter((key) => !messages.has(key)).map((key) => `${locale}: ${key} is missing`),
      ...[...messages.keys()].filter((key) => !english.has(key)).map((key) => `${locale}: ${key} is not in English`),
      ...[...texts].filter(([, text]) => text.trim() === '').map(([key]) => `${locale}: ${key} is empty`),
      ...[...messages].flatMap(([key, message]) => messageProblems(locale, key, message, english.get(key))),
    ]
  })
}

type Message = { readonly forms: ReadonlySet<string>; readonly placeholders: ReadonlySet<string> }

/** A plural text is one message in several forms; `other` marks it, since a key may end in `_one` without being a plural. */
function byMessage(texts: Texts): Map<string, Message> {
  const messages = new Map<string, Message>()
  for (const [key, text] of texts) {
    const plural = PLURAL.exec(key)
    const [base, form] = plural?.[1] !== undefined && texts.has(`${plural[1]}_other`) ? [plural[1], plural[2] ?? ''] : [key, '']
    const known = messages.get(base)
    messages.set(base, {
      forms: new Set([...(known?.forms ?? []), form]),
      placeholders: new Set([...(known?.placeholders ?? []), ...placeholdersOf(text)]),
    })
  }
  return messages
}

function placeholdersOf(text: string): string[] {
  const inBraces = text.matchAll(/\{\{\s*-?\s*([\w.]+)/g).map((match) => match[1] ?? '')
  const tags = text.matchAll(/<\/?([A-Za-z0-9]+)\s*\/?>/g).map((match) => `<${match[1]}>`)
  return [...inBraces, ...tags]
}

function messageProblems(locale: Locale, key: string, message: Message, english: Message | undefined): string[] {
  const problems: string[] = []
  if (!message.forms.has('')) {
    const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const missing = wanted.filter((form) => !message.forms.has(form))
    if (missing.length > 0) problems.push(`${locale}: ${key} has no form for ${missing.join(', ')}`)
  }
  if (english !== undefined && message.placeholders.symmetricDifference(english.placeholders).size > 0) {
    const names = (set: ReadonlySet<string>): string => [...set].toSorted().join(', ') || 'none'
    problems.push(`${locale}: ${key} has the placeholders ${names(message.placeholders)}, English has ${names(english.placeholders)}`)
  }
  return problems
}
