import { memo, type ReactNode } from 'react'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Timer } from '#web/parts/Timer.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { type Format, MISSING } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { cardFigures } from '../list/card.view.ts'
import { CompareCheck } from '../list/CompareCheck.tsx'
import type { TableColumn } from '../list/tableColumns.ts'
import type { ListedCard } from '../list/listedCard.ts'
import type { CardColor } from '../list/listSearch.view.ts'
import { useCardLive } from '../list/useCardLive.ts'
import { useStaleness } from '../useStaleness.ts'
import { FactorCell, OeeCell, OrderCell, StatusCell, StripCell } from './WorkCenterCells.tsx'
import classes from './WorkCenterTable.module.css'

type WorkCenterRowProps = {
  readonly workCenter: ListedCard
  readonly columns: readonly TableColumn[]
  readonly color: CardColor
  readonly index: number
}

/** Returns the row of a work center; the whole of it is one link, also for a new tab. */
export const WorkCenterRow = memo(function WorkCenterRow({ workCenter, columns, color, index }: WorkCenterRowProps) {
  const live = useCardLive(workCenter.id, true)
  const staleSince = useStaleness(workCenter.id)
  const href = `/boxes/${workCenter.deviceId ?? ''}`
  return (
    <tr className={classes['row']} data-row={workCenter.id} data-stale={staleSince === null ? undefined : true} aria-rowindex={index + 2}>
      <th scope="row">
        <div className={classes['name']}>
          <a href={href} title={workCenter.name}>
            {workCenter.name}
          </a>
          <CompareCheck id={workCenter.id} name={workCenter.name} />
        </div>
      </th>
      {columns.map((column, at) => (
        <Cell key={column} column={column} workCenter={workCenter} live={live} color={color}>
          {at === 0 && <a className={classes['cover']} href={href} aria-hidden tabIndex={-1} />}
        </Cell>
      ))}
    </tr>
  )
})

type CellProps = {
  readonly column: TableColumn
  readonly workCenter: ListedCard
  readonly live: LiveWorkCenter | undefined
  readonly color: CardColor
  /** What lies over the whole row. */
  readonly children: ReactNode
}

function Cell({ column, workCenter, live, color, children }: CellProps) {
  const { t } = useTexts('list')
  const format = useFormat()
  const unitName = useUnitName()
  const figures = cardFigures(workCenter, live)
  switch (column) {
    case 'status':
      return (
        <td>
          {children}
          <StatusCell style={figures.style} status={live?.status ?? null} isPlain={color === 'oee'} />
        </td>
      )
    case 'since':
      return (
        <td title={live?.status ? format.dateTime(live.status.since) : undefined}>
          {children}
          {live?.status ? <Timer since={live.status.since} /> : MISSING}
        </td>
      )
    case 'oee':
      return (
        <td data-number>
          {children}
          <OeeCell oee={figures.oee} band={figures.band} isFilled={color === 'oee'} target={workCenter.targetOee ?? null} />
        </td>
      )
    case 'availability':
    case 'performance':
    case 'quality':
      return (
        <td data-number>
          {children}
          <FactorCell factor={figures.factors.find(({ key }) => key === column)} />
        </td>
      )
    case 'output':
      return (
        <td data-number>
          {children}
          {outputText(live, format)}{' '}
          <span className={classes['unit']}>{live?.output ? unitName(workCenter.outputMeasurementUnit) : ''}</span>
        </td>
      )
    case 'rejected':
      return (
        <td data-number>
          {children}
          {format.number(live?.output?.rejected)}
        </td>
      )
    case 'order':
      return (
        <td>
          {children}
          <OrderCell id={workCenter.id} />
        </td>
      )
    case 'reasons':
      return (
        <td data-number>
          {children}
          {live !== undefined && live.unclassifiedLossCount > 0 ? (
            <span className={classes['reasons']}>
              <Icon name="alert" size={14} /> {format.number(live.unclassifiedLossCount)}
              <span className="hidden-text"> {t('table.unexplained')}</span>
            </span>
          ) : (
            <span className={classes['none']}>{format.number(live?.unclassifiedLossCount)}</span>
          )}
        </td>
      )
    case 'strip':
      return (
        <td>
          {children}
          {live === undefined ? MISSING : <StripCell workCenter={workCenter} shift={live.shift} />}
        </td>
      )
  }
}

function outputText(live: LiveWorkCenter | undefined, format: Format): string {
  if (!live?.output) return MISSING
  const { total, targetFullShift } = live.output
  return targetFullShift === null ? format.number(total) : `${format.number(total)} / ${format.number(targetFullShift)}`
}
