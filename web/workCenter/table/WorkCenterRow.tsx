import { memo } from 'react'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { isFigure } from '#web/parts/list/table/ListRow.tsx'
import type { ListedCard } from '../list/listedCard.ts'
import { useCardLive } from '../list/useCardLive.ts'
import { useStaleness } from '../useStaleness.ts'
import type { LiveRow } from './useTableColumns.tsx'
import classes from './WorkCenterTable.module.css'

type WorkCenterRowProps = {
  readonly workCenter: ListedCard
  /** The name first. */
  readonly columns: readonly ListColumn<LiveRow>[]
  readonly index: number
}

/** Returns the row of a work center, drawn again only for its own live values; the whole of it is one link, also for a new tab. */
export const WorkCenterRow = memo(function WorkCenterRow({ workCenter, columns, index }: WorkCenterRowProps) {
  const live = useCardLive(workCenter.id, true)
  const staleSince = useStaleness(workCenter.id)
  const row = { workCenter, live }
  const cover = <a className={classes['cover']} href={`/boxes/${workCenter.deviceId ?? ''}`} aria-hidden tabIndex={-1} />
  return (
    <tr className={classes['row']} data-row={workCenter.id} data-stale={staleSince === null ? undefined : true} aria-rowindex={index + 2}>
      {columns.map((column, at) =>
        column.isTitle === true ? (
          <th key={column.key} scope="row">
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} data-number={isFigure(column) || undefined}>
            {at === 1 && cover}
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  )
})
