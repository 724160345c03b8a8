import { LOSS_SOURCES } from '#engine/facts.ts'
import { CLASSIFICATIONS } from '#engine/loss/lossKind.ts'
import { ACTIVITY_TYPES } from '#engine/loss/lossReason.ts'
import { columnsOf, date, flag, ids, listOf, oneOf, optionOf, page, sortOf, text, texts } from '#web/parts/list/codecs.ts'
import { PAGE_SIZES } from '#web/parts/list/pagingOf.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** What the page shows: all losses, those that wait for a reason, those of quality, and what people said of losses that are no longer there. */
export const LOSS_TABS = ['all', 'unexplained', 'quality', 'invalid'] as const

/** Which shifts: the running one of each work center, those that nobody closed yet, or by their dates. */
export const LOSS_RANGES = ['currentShift', 'unclosed', 'today', 'yesterday', 'last7', 'last30', 'all', 'dates'] as const

/** By the type of the reason; UNDEFINED = neither planned nor explained. */
export const LOSS_KINDS = ['PLANNED', 'UNPLANNED', 'UNDEFINED'] as const
export const LOSS_LENGTHS = ['hour', 'overHour'] as const
export const APPROVALS = ['APPROVED', 'NOT_APPROVED'] as const
/** Days of the dates of shifts, Monday first. */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
/** Hours of the clock of the plant. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))
export const LOSS_CATEGORIES = ['AVAILABILITY', 'PERFORMANCE', 'QUALITY'] as const

/** Columns that can be left out; what was lost, and why, always stands. */
export const LOSS_COLUMNS = ['workCenter', 'date', 'duration', 'status', 'category', 'energy', 'note', 'by'] as const

/** The URL state of the losses. */
export const LOSSES_SEARCH = tableOfPage(
  '/losses',
  searchTable({
    tab: oneOf(LOSS_TABS),
    range: oneOf(LOSS_RANGES),
    /** Dates of shifts, both included, of the range `dates`; empty where it is open. */
    from: date(),
    to: date(),
    wc: ids(),
    wcGroup: ids(),
    reason: ids(),
    reasonGroup: ids(),
    activity: listOf(ACTIVITY_TYPES),
    weekday: listOf(WEEKDAYS),
    hour: listOf(HOURS),
    /** Codes of shifts. */
    shift: texts(),
    order: ids(),
    /** Who said something of it last. */
    person: texts(),
    source: optionOf(LOSS_SOURCES),
    category: listOf(LOSS_CATEGORIES),
    plan: listOf(LOSS_KINDS),
    /** Only those without a reason, by why they have none. */
    noReason: optionOf(CLASSIFICATIONS),
    /** Reasons, and what stands in the place of one, of which any will do. */
    why: texts(),
    /** Statuses, by the id of a rule, and what is lost without a stop, of which any will do. */
    status: texts(),
    length: optionOf(LOSS_LENGTHS),
    approval: optionOf(APPROVALS),
    critical: flag(),
    /** Only what lowers OEE. */
    oee: flag(),
    q: text(),
    /** The open loss; at most one. */
    id: ids({ most: 1 }),
    /** The open loss is being split. */
    split: flag(),
    sort: sortOf(['date', 'duration'], '-date'),
    page: page(),
    /** Rows of a page. */
    size: oneOf(PAGE_SIZES),
    /** Energy is asked for by who wants it: it takes long to read. */
    cols: columnsOf(LOSS_COLUMNS, { off: ['energy'] }),
  }),
)
export type LossesSearch = ReturnType<typeof LOSSES_SEARCH.read>

/** No drawer of a loss. */
export const NO_OPEN_LOSS = { id: [], split: false } as const

export const NO_LOSS_FILTERS = {
  range: 'currentShift',
  from: '',
  to: '',
  wc: [],
  wcGroup: [],
  reason: [],
  reasonGroup: [],
  activity: [],
  weekday: [],
  hour: [],
  shift: [],
  order: [],
  person: [],
  source: '',
  category: [],
  plan: [],
  noReason: '',
  why: [],
  status: [],
  length: '',
  approval: '',
  critical: false,
  oee: false,
  q: '',
  page: 1,
} as const
