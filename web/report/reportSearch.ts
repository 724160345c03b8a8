import { REPORT_FORMATS, REPORT_TYPES } from '#engine/report/reportKind.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import { date, ids, oneOf, optionOf, raw } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** Which days of a new report; those of `last7` and `last30` are over. */
export const REPORT_RANGES = ['last7', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth', 'last30', 'dates'] as const

/** The URL state of reports: what is chosen for a new one, so that a link holds all of it. */
export const REPORT_SEARCH = tableOfPage(
  '/reports',
  searchTable({
    /** '' = the first that the viewer may ask for. */
    type: optionOf(REPORT_TYPES),
    range: oneOf(REPORT_RANGES),
    /** Dates, both included, of the range `dates`. */
    from: date(),
    to: date(),
    wc: ids(),
    wcGroup: ids(),
    format: oneOf(REPORT_FORMATS),
    /** '' = the viewer's. */
    lang: optionOf(LANGUAGES),
    /** The report to which an e-mail leads, and a figure of one. */
    run: raw(),
    figure: raw(),
  }),
)
export type ReportSearch = ReturnType<typeof REPORT_SEARCH.read>
