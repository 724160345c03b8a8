import { writePeriod } from '#engine/time/periodChoice.ts'
import type { AskContext, AskedPeriod } from './askContext.ts'
import { linkTo } from './linkTo.ts'

/** Returns the function that gives the address of a tab of the work center's page in the period, of the list where there is not exactly one. */
export function pageOf(ids: readonly number[], period: AskedPeriod | null, { workCenters }: AskContext): (tab: string) => string {
  const only = ids.length === 1 ? workCenters.find(({ id }) => id === ids[0]) : undefined
  return (tab) => {
    if (only === undefined) return '/boxes'
    const keys = period === null ? {} : writePeriod(period.choice)
    return linkTo(`/boxes/${only.deviceId}`, { tab: tab === 'realtime' ? undefined : tab, ...keys })
  }
}
