import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'

/** Returns what writes dates, both included; one day as itself. */
export function useDatesText(): (dates: { readonly dateFrom: string; readonly dateTo: string }) => string {
  const format = useFormat()
  const dayOf = (date: string) => format.date(Date.parse(`${date}T12:00:00Z`))
  return ({ dateFrom, dateTo }) => (dateFrom === dateTo ? dayOf(dateFrom) : `${dayOf(dateFrom)}–${dayOf(dateTo)}`)
}

/** Returns what writes the name of what is compared with: dates that somebody chose by themselves, else that they were before. */
export function useBeforeName(): (
  cmp: string,
  before: { readonly dateFrom: string; readonly dateTo: string } | null | undefined,
) => string {
  const { t } = useTexts('analytics')
  const dates = useDatesText()
  return (cmp, before) => (cmp === 'DATES' && before != null ? dates(before) : t('column.before'))
}

/** Returns what writes a value beside that it is compared with, by the name of that: chosen dates may be later. */
export function useBeforeText(beforeName: string): (value: string) => string {
  const { t } = useTexts('analytics')
  return (value) => (beforeName === t('column.before') ? t('beforeValue', { value }) : `${beforeName}: ${value}`)
}
