import type { PointerEvent } from 'react'
import type { BoardOrderFragment } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './Board.module.css'
import { type BoardColumn, type BoardSpot, busyUntil, timesOf } from './board.view.ts'

type Order = BoardOrderFragment

type QueueColumnProps = {
  readonly column: BoardColumn
  readonly mayMove: boolean
  /** The order that is being moved. */
  readonly movingId: number | null
  /** Before how many others of this column it would go; null = not here. */
  readonly targetIndex: number | null
  readonly onGrip: (id: number, event: PointerEvent<HTMLElement>) => void
  /** Returns whether the key meant something. */
  readonly onKey: (order: Order, key: string, isStep: boolean) => boolean
  /** Asks for a better sequence of the column. */
  readonly onSuggest: (column: BoardColumn) => void
  /** The focus left the grip. */
  readonly onLeave: () => void
  readonly onMove: (order: Order, spot: BoardSpot) => void
  /** Asks where it is to go, and tells what that would do. */
  readonly onAsk: (order: Order) => void
  readonly onOpen: (id: number) => void
}

/** Returns the queue of a work center: what is in progress on top, then what waits in its sequence, with estimated times. */
export function QueueColumn({ column, movingId, targetIndex, ...props }: QueueColumnProps) {
  const { t } = useTexts('board')
  const { kind, place, running, queue } = column
  const format = useZoneFormat(place.timeZone)
  const name = kind === 'NONE' ? t('noPlace') : place.name
  const until = busyUntil(column)
  const others = queue.filter(({ id }) => id !== movingId)
  // The mark stands before the card that it would push down.
  const marked = targetIndex === null ? undefined : (others[targetIndex]?.id ?? null)
  return (
    <section
      className={classes['column']}
      data-kind={kind}
      // Nothing is put down at an archived work center.
      {...(kind !== 'ARCHIVED' && { 'data-place': place.id })}
      aria-label={name}
    >
      <header className={classes['columnHead']}>
        {place.group != null && <p className={classes['group']}>{place.group.name}</p>}
        <h2>{name}</h2>
        {kind !== 'WORKING' && <p>{t(`columnHelp.${kind}`)}</p>}
        <p>
          {queue.length === 0 && running.length === 0
            ? t('free')
            : until === null
              ? t('count', { count: queue.length })
              : t('until', { time: format.dateTime(Date.parse(until)) })}
        </p>
      </header>
      {props.mayMove && kind === 'WORKING' && queue.length > 1 && (
        <button type="button" className={classes['suggest']} onClick={() => props.onSuggest(column)}>
          {t('suggest.ask')}
        </button>
      )}
      <ul>
        {running.map((order) => (
          <li key={order.id} className={classes['card']} data-running>
            <Face order={order} zone={place.timeZone} onOpen={props.onOpen} />
          </li>
        ))}
      </ul>
      <ol>
        {queue.map((order, index) => (
          <li
            key={order.id}
            className={classes['card']}
            data-card={order.id}
            data-moving={order.id === movingId || undefined}
            data-before={marked === order.id || undefined}
          >
            <Face order={order} zone={place.timeZone} onOpen={props.onOpen} />
            {props.mayMove && order.allowedActions.includes('PRIORITIZE') && (
              <Moves order={order} index={index} column={column} isLifted={order.id === movingId} {...props} />
            )}
          </li>
        ))}
        {marked === null && <li className={classes['end']} aria-hidden />}
      </ol>
    </section>
  )
}

type MovesProps = Omit<QueueColumnProps, 'movingId' | 'targetIndex'> & {
  readonly order: Order
  readonly index: number
  readonly isLifted: boolean
}

/** The grip for pointer and keys, and the menu that does the same. */
function Moves({ order, index, column, isLifted, onGrip, onKey, onLeave, onMove, onAsk }: MovesProps) {
  const { t } = useTexts('board')
  const placeId = column.place.id
  const last = column.queue.length - 1
  return (
    <div className={classes['moves']}>
      <button
        type="button"
        className={classes['grip']}
        aria-label={t('grip', { code: order.orderCode, position: index + 1, count: column.queue.length })}
        aria-pressed={isLifted}
        onPointerDown={(event) => onGrip(order.id, event)}
        onKeyDown={(event) => {
          if (onKey(order, event.key, event.altKey)) event.preventDefault()
        }}
        onBlur={onLeave}
      >
        <Icon name="grip" size={20} />
      </button>
      <Dropdown
        label={t('menu', { code: order.orderCode })}
        trigger={<Icon name="more" />}
        triggerClass={classes['menu']}
        kind="menu"
        side="end"
      >
        {index > 0 && <DropdownItem onClick={() => onMove(order, { placeId, index: 0 })}>{t('toTop')}</DropdownItem>}
        {index > 0 && <DropdownItem onClick={() => onMove(order, { placeId, index: index - 1 })}>{t('up')}</DropdownItem>}
        {index < last && <DropdownItem onClick={() => onMove(order, { placeId, index: index + 1 })}>{t('down')}</DropdownItem>}
        {index < last && <DropdownItem onClick={() => onMove(order, { placeId, index: last })}>{t('toEnd')}</DropdownItem>}
        <DropdownItem onClick={() => onAsk(order)}>{t('move.ask')}</DropdownItem>
      </Dropdown>
    </div>
  )
}

/** What a card says of its order; times are those of the plant. */
function Face({ order, zone, onOpen }: { readonly order: Order; readonly zone: string; readonly onOpen: (id: number) => void }) {
  const { t } = useTexts('board')
  const format = useFormat()
  const plant = useZoneFormat(zone)
  const unitName = useUnitName()
  const { orderCode, product, planOutput, measurementUnit, lateness, status, changeover } = order
  const times = timesOf(order)
  const day = (instant: string) => plant.dayMonth(Date.parse(instant))
  const at = (instant: string) => `${day(instant)}, ${plant.time(Date.parse(instant))}`
  // The second day is told where it is another one.
  const until = (start: string, end: string) => (day(start) === day(end) ? plant.time(Date.parse(end)) : at(end))
  const { earliestEnd = null, latestEnd = null, rangesHeld = 0, rangesJudged = 0 } = order.forecast ?? {}
  const range = earliestEnd === null || latestEnd === null ? null : `${at(earliestEnd)} – ${until(earliestEnd, latestEnd)}`
  const record = range === null || rangesJudged === 0 ? null : t('held', { held: format.number(rangesHeld), count: rangesJudged })
  const unit = measurementUnit === null ? '' : unitName(measurementUnit)
  const made = format.number(order.madeOutput.acceptedOutput)
  return (
    <div className={classes['face']}>
      <button type="button" className={classes['code']} onClick={() => onOpen(order.id)}>
        {orderCode}
      </button>
      {status !== 'PLANNED' && (
        <span className={classes['state']}>{t(`status.${status === 'PROGRESS' || status === 'DRAFT' ? status : 'ON_HOLD'}`)}</span>
      )}
      {product !== null && <span>{product.name}</span>}
      {planOutput !== null && (
        <span className={classes['muted']}>
          {order.madeOutput.acceptedOutput > 0
            ? t('made', { made, plan: format.number(planOutput), unit })
            : `${format.number(planOutput)} ${unit}`}
        </span>
      )}
      {status === 'PROGRESS' && order.operator !== null && (
        <span className={classes['muted']}>{t('startedBy', { name: order.operator.fullName })}</span>
      )}
      {changeover !== null && changeover.usual > 0 && (
        <span className={classes['muted']} title={t('changeover.best', { best: format.duration(changeover.best * 1000) })}>
          {t('changeover.usual', { usual: format.duration(changeover.usual * 1000), count: changeover.cases })}
        </span>
      )}
      {times !== null && (
        <span className={classes['muted']} {...(range !== null && { title: [range, record].filter(Boolean).join('. ') })}>
          {status === 'PROGRESS'
            ? t('ends', { time: at(times.end) })
            : t('from', { start: at(times.start), end: until(times.start, times.end) })}
        </span>
      )}
      {order.dueDate !== null && (
        <span className={lateness === null || lateness === 'ON_TIME' ? classes['muted'] : classes['late']}>
          {t(lateness === null ? 'due.ON_TIME' : `due.${lateness}`, { time: at(order.dueDate) })}
        </span>
      )}
    </div>
  )
}
