import { dayBefore } from '#engine/time/statPeriod.ts'
import type { ReportRequest } from './reportRequest.ts'

type Asked = Pick<ReportRequest, 'from' | 'to' | 'type' | 'view' | 'workCenterIds'>

/** Which page shows what a report of the type tells; a view is its own question. */
const PAGES = {
  GENERAL: '/analytics?m=OEE&by=WORK_CENTER',
  DOWNTIME: '/analytics?m=DURATION&by=REASON',
  LOSSES: '/losses?',
  SHIFT: '/shifts?',
  ENERGY: '/energy?',
} as const satisfies Readonly<Record<Exclude<ReportRequest['type'], 'VIEW'>, string>>

/** Returns the address of the page that shows the same as the report, below that of the product: its dates, its work centers, of a view its question (domain.md R-14); null of no work center, which pages take as all. */
export function pageOfReport({ type, from, to, workCenterIds, view }: Asked): string | null {
  if (workCenterIds?.length === 0) return null
  const last = dayBefore(to)
  if (type === 'VIEW') {
    const search = new URLSearchParams(view?.search ?? '')
    search.set('range', 'dates')
    search.set('from', from)
    search.set('to', last)
    if (workCenterIds !== null) search.set('wc', workCenterIds.join())
    return `/analytics?${search.toString()}`
  }
  const page = PAGES[type]
  const dates = `${page.endsWith('?') ? '' : '&'}range=dates&from=${from}&to=${last}`
  return `${page}${dates}${workCenterIds === null ? '' : `&wc=${workCenterIds.join()}`}`
}
