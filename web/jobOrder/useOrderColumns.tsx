import { useMemo } from 'react'
import type { ListedOrderFragment, OrderForecastFragment } from '#web/api/generated/graphql.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { zoneFormats } from '#web/ui/zoneFormats.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { buttonsOf, type DueWord, dueWordOf, type RowAction, type RowRights } from './jobOrders.view.ts'
import classes from './JobOrdersPage.module.css'
import { OrderProgress } from './OrderProgress.tsx'
import { RowMenu } from './RowMenu.tsx'

type ColumnOptions = {
  readonly onOpen: (order: ListedOrderFragment) => void
  readonly onMessages: (order: ListedOrderFragment) => void
  readonly onAct: (act: RowAction, order: ListedOrderFragment) => void
  readonly rights: RowRights
  /** Whether something is being done with the order. */
  readonly isBusy: (orderId: number) => boolean
  readonly zone: string
  /** When they will be made, as far as it was answered, by order. */
  readonly forecasts: ReadonlyMap<number, OrderForecastFragment>
}

const DUE_LOOKS: Readonly<Record<DueWord['key'], 'late' | 'muted' | 'risk'>> = {
  atRisk: 'risk',
  atRiskOver: 'risk',
  inHand: 'muted',
  late: 'late',
  likelyLate: 'late',
  likelyLateOver: 'late',
}

/** What the file says beside the number made. */
const FILE_NUMBERS = [
  { key: 'plan', of: ({ planOutput }: ListedOrderFragment) => planOutput },
  { key: 'confirmed', of: ({ acceptedOutput }: ListedOrderFragment) => acceptedOutput },
  { key: 'rejected', of: ({ rejectedOutput }: ListedOrderFragment) => rejectedOutput },
] as const

/** Returns the columns of the job orders; days and times are those of each plant. */
export function useOrderColumns({
  onOpen,
  onMessages,
  onAct,
  rights,
  isBusy,
  zone,
  forecasts,
}: ColumnOptions): readonly ListColumn<ListedOrderFragment>[] {
  const { t } = useTexts('jobOrder')
  const unitName = useUnitName()
  const own = useFormat()
  const now = useCoarseNow(MINUTE_MS)
  const formatOf = useMemo(() => zoneFormats(own), [own])
  const zoned = (order: ListedOrderFragment) => formatOf(order.workCenter?.timeZone ?? zone)
  const at = (order: ListedOrderFragment, instant: string) => {
    const { dayMonth, time } = zoned(order)
    return `${dayMonth(Date.parse(instant))}, ${time(Date.parse(instant))}`
  }
  /** The second day is told where it is another one. */
  const until = (order: ListedOrderFragment, start: string | null, end: string) => {
    const { dayMonth, time } = zoned(order)
    const isSameDay = start !== null && dayMonth(Date.parse(start)) === dayMonth(Date.parse(end))
    return `– ${isSameDay ? time(Date.parse(end)) : at(order, end)}`
  }
  const personOf = ({ operator, canceledBy, status }: ListedOrderFragment) =>
    (status === 'CANCELLED' ? canceledBy : operator)?.fullName ?? ''
  /** Who began what is worked on, and who cancelled what is not to be made, and when. */
  const actText = (order: ListedOrderFragment): string | null => {
    const name = personOf(order)
    if (name === '') return null
    if (order.status === 'PROGRESS') return t('startedBy', { name })
    return order.status === 'CANCELLED' && order.canceledDate !== null
      ? t('cancelledBy', { time: at(order, order.canceledDate), name })
      : null
  }
  const ms = (instant: string | null) => (instant === null ? null : Date.parse(instant))
  const unitOf = ({ measurementUnit }: ListedOrderFragment) => (measurementUnit === null ? '' : unitName(measurementUnit))
  const numberCell = (value: number | null) => (value === null ? '' : own.number(value))
  const productOf = ({ product }: ListedOrderFragment) => (product === null ? '' : product.name)
  /** An end is told to the quarter of an hour at best: to the minute it would promise too much. */
  const finishText = (order: ListedOrderFragment): string | null => {
    const end = forecasts.get(order.id)?.forecast?.timeEnd
    return end == null ? null : t('forecast.about', { time: at(order, end) })
  }
  /** Of what waits nothing is due that a person could see to. */
  const dueNow = ({ id, status }: ListedOrderFragment) => (status === 'PROGRESS' ? (forecasts.get(id)?.expectedNow ?? null) : null)
  const rangeText = (order: ListedOrderFragment): string | null => {
    const forecast = forecasts.get(order.id)?.forecast ?? null
    if (forecast === null || forecast.timeEnd === null) return null
    if (forecast.earliestEnd === null || forecast.latestEnd === null) return t('forecast.rough')
    return `${at(order, forecast.earliestEnd)} ${until(order, forecast.earliestEnd, forecast.latestEnd)}`
  }
  /** How often such a range held before. */
  const recordText = (order: ListedOrderFragment): string | undefined => {
    const { latestEnd = null, rangesHeld = 0, rangesJudged = 0 } = forecasts.get(order.id)?.forecast ?? {}
    return latestEnd === null || rangesJudged === 0 ? undefined : t('forecast.held', { held: own.number(rangesHeld), count: rangesJudged })
  }
  return [
    {
      key: 'code',
      title: t('column.code'),
      isTitle: true,
      width: 150,
      value: ({ orderCode }) => orderCode,
      cell: (order) => (
        <div className={classes['lines']}>
          <button type="button" className={classes['name']} data-open onClick={() => onOpen(order)}>
            {order.orderCode}
          </button>
          {order.externalCode !== null && <span className={classes['muted']}>{order.externalCode}</span>}
          {actText(order) !== null && <span className={classes['muted']}>{actText(order)}</span>}
          {order.unreadMessages > 0 && (
            <button type="button" className={classes['unread']} onClick={() => onMessages(order)}>
              {t('unread', { count: order.unreadMessages })}
            </button>
          )}
        </div>
      ),
    },
    {
      key: 'product',
      title: t('column.product'),
      isPlain: true,
      width: 160,
      value: productOf,
      cell: (order) => (
        <div className={classes['lines']}>
          <span>{productOf(order) || <span className={classes['muted']}>{t('none.product')}</span>}</span>
          {order.product !== null && <span className={classes['muted']}>{order.product.sku}</span>}
        </div>
      ),
    },
    {
      key: 'workCenter',
      title: t('column.workCenter'),
      isPlain: true,
      width: 120,
      foldsBelow: 992,
      value: ({ workCenter }) => workCenter?.name ?? null,
      cell: ({ workCenter }) => workCenter?.name ?? <span className={classes['muted']}>{t('none.workCenter')}</span>,
    },
    {
      key: 'status',
      title: t('column.status'),
      isPlain: true,
      width: 120,
      value: ({ status }) => t(`status.${status}`),
      cell: (order) => (
        <div className={classes['lines']}>
          <span className={classes['status']} data-status={order.status}>
            {t(`status.${order.status}`)}
          </span>
          {personOf(order) !== '' && <span className={classes['muted']}>{personOf(order)}</span>}
        </div>
      ),
    },
    {
      key: 'place',
      title: t('column.place'),
      kind: 'number',
      isSortable: true,
      width: 84,
      foldsBelow: 992,
      value: ({ priority }) => priority,
      cell: ({ priority }) => (priority === null ? '' : priority === 0 ? t('place.now') : own.number(priority)),
    },
    {
      key: 'made',
      title: t('column.made'),
      width: 170,
      isPlain: true,
      value: ({ madeOutput }) => madeOutput.acceptedOutput,
      cell: (order) => <OrderProgress order={order} expectedNow={dueNow(order)} />,
    },
    {
      key: 'window',
      title: t('column.window'),
      kind: 'instant',
      isSortable: true,
      width: 130,
      foldsBelow: 992,
      value: ({ planStart }) => ms(planStart),
      cell: (order) => (
        <div className={classes['lines']}>
          {order.planStart !== null && <span>{at(order, order.planStart)}</span>}
          {order.planEnd !== null && <span className={classes['muted']}>{until(order, order.planStart, order.planEnd)}</span>}
          {finishText(order) !== null && <span>{finishText(order)}</span>}
          {rangeText(order) !== null && (
            <span className={classes['muted']} title={recordText(order)}>
              {rangeText(order)}
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'due',
      title: t('column.due'),
      kind: 'instant',
      isSortable: true,
      width: 130,
      foldsBelow: 992,
      value: ({ dueDate }) => ms(dueDate),
      cell: (order) => {
        const word = dueWordOf(order, forecasts.get(order.id), now)
        return (
          <div className={classes['lines']}>
            {order.dueDate !== null && <span>{at(order, order.dueDate)}</span>}
            {word !== null && (
              <span className={classes[DUE_LOOKS[word.key]]}>{t(`due.${word.key}`, { duration: own.duration(Math.max(0, word.ms)) })}</span>
            )}
          </div>
        )
      },
    },
    {
      key: 'created',
      title: t('column.created'),
      kind: 'instant',
      isSortable: true,
      startsDown: true,
      width: 110,
      foldsBelow: 992,
      value: ({ createdOn }) => Date.parse(createdOn),
      cell: (order) => at(order, order.createdOn),
    },
    ...FILE_NUMBERS.map(({ key, of }): ListColumn<ListedOrderFragment> => ({
      key,
      title: t(`column.${key}`),
      kind: 'number',
      isOnlyInFile: true,
      value: of,
      cell: (order) => numberCell(of(order)),
    })),
    { key: 'unit', title: t('column.unit'), isOnlyInFile: true, value: unitOf, cell: unitOf },
    { key: 'operator', title: t('column.operator'), isOnlyInFile: true, value: personOf, cell: personOf },
    {
      key: 'act',
      title: t('column.act'),
      isPlain: true,
      width: 264,
      cell: (order) => (
        <div className={classes['rowActs']}>
          {buttonsOf(order, rights).map((act) => (
            // Another act is another button: one that was pressed does not become it.
            <ActionButton key={act} isBusy={isBusy(order.id)} onClick={() => onAct(act, order)}>
              {t(`act.${act}`)}
              <span className="hidden-text"> {order.orderCode}</span>
            </ActionButton>
          ))}
          <RowMenu order={order} rights={rights} isBusy={isBusy(order.id)} onAct={onAct} />
        </div>
      ),
    },
  ]
}
