import { setLocalTimeZone } from '@internationalized/date'
import { useLayoutEffect, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import type { Locale } from '#web/ui/locale.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/**
 * Tags that give dates the order of `web/ui/format.ts`, the 24-hour clock and weeks from Monday. Browsers have no Uzbek, so its dates are those of a
 * Latin script with points (05.03.2026), with the names of `calendarNames.ts`; `tools/ariaLocales.ts` puts Uzbek sentences under the same tag.
 */
const TAGS: Record<Locale, string> = { en: 'en-GB', uk: 'uk-UA', pl: 'pl-PL', ru: 'ru-RU', es: 'es-ES', uz: 'en-CH' }

/** The library writes a style element under this id unless there is one; the content policy allows none, and `MonthGrid.module.css` has the rule. */
const STYLE_ID = 'react-aria-pressable-style'

/** Returns the fields in the language of the page; what is today is a matter of the company's zone. */
export function AriaLocale({ children }: { readonly children: ReactNode }) {
  const { locale, timeZone } = useFormat()
  setLocalTimeZone(timeZone)
  useLayoutEffect(markStyle, [])
  return <I18nProvider locale={TAGS[locale]}>{children}</I18nProvider>
}

function markStyle(): void {
  if (document.getElementById(STYLE_ID) !== null) return
  const mark = document.createElement('meta')
  mark.id = STYLE_ID
  document.head.append(mark)
}
