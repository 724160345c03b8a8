import { toPercentage } from '#engine/oee/percentage.ts'
import type { Language } from '#engine/user/language.ts'

/** Returns the text with its placeholders filled; an abbreviation at the end of a sentence has its period already. */
export function filled(text: string, values: Readonly<Record<string, number | string>>): string {
  return text.replace(/\{\{(\w+)\}\}(\.?)/g, (_whole, name: string, period: string) => {
    const value = `${values[name] ?? ''}`
    return value.endsWith('.') ? value : `${value}${period}`
  })
}

/** Returns the fraction in percent as people of the language write it, with two places. */
export function percentText(fraction: number | null, language: Language): string {
  const value = toPercentage(fraction)?.realValue
  return value === undefined ? '–' : `${new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)} %`
}

/** Returns the fraction of OEE in points with its sign. */
export function pointsText(fraction: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format(
    toPercentage(fraction)?.realValue ?? 0,
  )
}
