import { type PeriodChoice, writePeriod } from '#web/parts/period/period.ts'

/** Returns the address with the period in it, everything else as it is; fixed dates are history, which the real-time tab does not show. */
export function addressOf(href: string, choice: PeriodChoice): string {
  const url = new URL(href)
  for (const [key, value] of Object.entries(writePeriod(choice))) {
    if (value === undefined) url.searchParams.delete(key)
    else url.searchParams.set(key, value)
  }
  if (choice.kind === 'absolute' && !url.searchParams.has('tab')) url.searchParams.set('tab', 'history')
  return url.href
}
