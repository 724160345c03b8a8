import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createFormat } from '#web/ui/format.ts'
import { problemText } from './problemText.ts'
import type { Translate } from './translate.ts'

const LOCALES = ['en', 'es', 'pl', 'ru', 'uk', 'uz'] as const
const EARLIEST = Date.UTC(2026, 4, 4, 4)

/** The sentences of a language as they are looked up: the first key that there is. */
function translate(locale: string): Translate<'problem'> {
  const texts = JSON.parse(readFileSync(new URL(`furtherProblem/texts/${locale}.json`, import.meta.url), 'utf8')) as {
    readonly code: Readonly<Record<string, string>>
  }
  const t = (keys: readonly string[], params: Readonly<Record<string, unknown>>) => {
    const found = keys.map((key) => texts.code[key.replace('code.', '')]).find((text) => text !== undefined) ?? ''
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(params[name]))
  }
  return t as unknown as Translate<'problem'>
}

describe('a time that is too early', () => {
  for (const locale of LOCALES)
    it(`is refused with the earliest one that is allowed, by the clock of the plant: ${locale}`, () => {
      const [t, format] = [translate(locale), createFormat(locale, 'Europe/Warsaw')]
      for (const code of ['PAST_PERIOD', 'START_TOO_EARLY']) {
        const told = problemText(t, { code, params: { earliest: EARLIEST } }, format)
        assert.ok(told.includes(format.dateTime(EARLIEST)), told)
        assert.match(told, /6:00/)
        // Where it is not known, or no clock is, nothing is made up.
        const bare = problemText(t, { code, params: { earliest: EARLIEST } })
        assert.equal(problemText(t, { code, params: {} }, format), bare)
        assert.doesNotMatch(bare, /\d/)
      }
    })
})
