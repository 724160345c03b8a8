import { type PeriodChoice, writePeriod } from '#web/parts/period/period.ts'

/** Returns the URL with the period, otherwise unchanged. Fixed dates open the history, since the real-time tab does not show them. */
export function addressOf(href: string, choice: PeriodChoice): string {
  const url = new URL(href)
  for (const [key, value] of Object.entries(writePeriod(choice))) {
    if (value === undefined) url.searchParams.delete(key)
    else url.searchParams.set(key, value)
  }
  if (choice.kind === 'absolute' && !url.searchParams.has('tab')) url.searchParams.set('tab', 'history')
  return url.href
}
