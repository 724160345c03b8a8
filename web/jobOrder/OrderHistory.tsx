import { PERFORMANCE_BASES } from '#engine/jobOrder/orderCycle.ts'
import { JOB_ORDER_STATUSES } from '#engine/jobOrder/jobOrderStatus.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { type Format, MISSING } from '#web/ui/format.ts'
import type { OpenedOrder } from './jobOrderForm.view.ts'
import classes from './JobOrdersPage.module.css'
import { historyChanges, type HistoryChange, type HistoryKey, type HistoryValue, productsOfHistory } from './orderHistory.view.ts'
import { useChosenProducts } from './useChosenProducts.ts'

type Event = OpenedOrder['events'][number]

/** Fields are called as in the form. */
const NAMES = {
  status: 'column.status',
  orderCode: 'column.code',
  externalCode: 'form.externalCode',
  product: 'column.product',
  workCenter: 'column.workCenter',
  place: 'history.field.place',
  planOutput: 'form.planOutput',
  planDuration: 'history.field.planDuration',
  performanceBy: 'form.performanceBy',
  planCycleTime: 'performanceBy.CYCLE_TIME',
  targetSpeedQuantity: 'history.field.targetSpeedQuantity',
  targetSpeedTime: 'history.field.targetSpeedTime',
  planStart: 'form.planStart',
  planEnd: 'form.planEnd',
  dueDate: 'column.due',
  description: 'form.description',
  notes: 'form.notes',
  bom: 'history.field.bom',
  possibleScraps: 'history.field.possibleScraps',
  accepted: 'history.field.accepted',
  rejected: 'history.field.rejected',
  border: 'history.field.border',
  start: 'filter.from',
  end: 'filter.to',
  givenTo: 'history.field.givenTo',
  linkAdded: 'history.field.linkAdded',
  linkRemoved: 'history.field.linkRemoved',
  from: 'history.field.from',
  file: 'history.field.file',
} as const satisfies Readonly<Record<HistoryKey, string>>

export type OrderHistoryProps = {
  readonly events: OpenedOrder['events']
  readonly places: readonly { readonly id: number; readonly name: string }[]
  /** Of the plant. */
  readonly format: Format
}

/** Returns what was done with the order, by whom, when and from where, with what it changed, the newest first; what was taken back is struck through. */
export function OrderHistory({ events, places, format }: OrderHistoryProps) {
  const { t } = useTexts('jobOrder')
  const products = useChosenProducts(productsOfHistory(events))
  const timeOf = ({ at, createdOn }: Event): string => {
    const [holds, said] = [Date.parse(at), Date.parse(createdOn)]
    // Dated back by more than the minute that is shown.
    return Math.abs(said - holds) < 60_000
      ? format.dateTime(said)
      : t('history.dated', { at: format.dateTime(holds), said: format.dateTime(said) })
  }
  const personOf = ({ createdBy, viaStation }: Event) =>
    [createdBy?.fullName ?? t('history.nobody'), ...(viaStation === null ? [] : [viaStation.fullName])].join(', ')
  const number = (value: number) => format.number(value, 3)
  const valueText = ({ key }: HistoryChange, value: HistoryValue): string => {
    if (value === null || value === '') return MISSING
    switch (key) {
      case 'status': {
        const status = JOB_ORDER_STATUSES.find((one) => one === value)
        return status === undefined ? String(value) : t(`status.${status}`)
      }
      case 'performanceBy': {
        const basis = PERFORMANCE_BASES.find((one) => one === value)
        return basis === undefined ? String(value) : t(`performanceBy.${basis}`)
      }
      case 'product':
        return products.get(Number(value)) ?? MISSING
      case 'workCenter':
        return places.find(({ id }) => id === value)?.name ?? MISSING
      case 'planDuration':
      case 'targetSpeedTime':
        return format.exactDuration(Number(value))
      case 'planCycleTime':
        return typeof value === 'number' ? format.cycle(value) : speedText(String(value))
      case 'planStart':
      case 'planEnd':
      case 'dueDate':
      case 'border':
      case 'start':
      case 'end':
        return format.dateTime(Number(value))
      case 'description':
      case 'notes':
        return `“${String(value)}”`
      default:
        return typeof value === 'number' ? number(value) : String(value)
    }
  }
  /** Of an import: units and the ms in which they are made. */
  const speedText = (text: string): string => {
    const [units, ms] = text.split(' / ').map(Number)
    return units === undefined || ms === undefined ? text : `${number(units)} / ${format.exactDuration(ms)}`
  }
  const changeText = (change: HistoryChange): string => {
    const name = t(NAMES[change.key])
    const after = valueText(change, change.after)
    return change.before === undefined
      ? t('history.is', { name, after })
      : t('history.was', { name, before: valueText(change, change.before), after })
  }
  return (
    <section className={classes['section']}>
      <h3>{t('history.title')}</h3>
      <ul className={classes['list']}>
        {events.map((event) => (
          <li key={event.id} data-undone={event.undoneOn !== null || undefined}>
            <span className={classes['lines']}>
              <span>
                <b>{t(`event.${event.kind}`)}</b>
                {event.stopCause !== null && `: ${t(`history.cause.${event.stopCause}`)}`}
                {event.comment !== null && ` · “${event.comment}”`}
              </span>
              {historyChanges(event).map((change) => (
                <span key={change.key}>{changeText(change)}</span>
              ))}
              <span className={classes['muted']}>
                {[personOf(event), timeOf(event), ...(event.source === 'SCREEN' ? [] : [t(`history.source.${event.source}`)])].join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
