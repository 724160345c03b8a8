import { writePeriod } from '#engine/time/periodChoice.ts'
import type { AskContext, AskedPeriod } from './askContext.ts'

/** Returns the function that gives the address of a tab of the work center's page in the period, of the list where there is not exactly one. */
export function pageOf(ids: readonly number[], period: AskedPeriod | null, { workCenters }: AskContext): (tab: string) => string {
  const only = ids.length === 1 ? workCenters.find(({ id }) => id === ids[0]) : undefined
  return (tab) => {
    if (only === undefined) return '/boxes'
    const keys = period === null ? {} : writePeriod(period.choice)
    const written = Object.entries({ tab: tab === 'realtime' ? undefined : tab, ...keys }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    )
    const path = `/boxes/${only.deviceId}`
    return written.length === 0 ? path : `${path}?${new URLSearchParams(written).toString()}`
  }
}
