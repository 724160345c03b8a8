import { useFormat } from '#web/ui/formatContext.ts'

/** Returns what writes dates, both included; one day as itself. */
export function useDatesText(): (dates: { readonly dateFrom: string; readonly dateTo: string }) => string {
  const format = useFormat()
  const dayOf = (date: string) => format.date(Date.parse(`${date}T12:00:00Z`))
  return ({ dateFrom, dateTo }) => (dateFrom === dateTo ? dayOf(dateFrom) : `${dayOf(dateFrom)}–${dayOf(dateTo)}`)
}
