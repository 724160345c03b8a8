import { useMemo, useRef } from 'react'
import type { ShiftCellFragment } from '#web/api/generated/graphql.ts'
import { useRowKeys } from '#web/parts/list/rowKeys.ts'
import { TableFrame } from '#web/parts/list/table/TableFrame.tsx'
import { PHONE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { usePrinting } from '#web/ui/printing.ts'
import { dateText, ShiftCell } from './ShiftCell.tsx'
import classes from './ShiftMatrix.module.css'
import { matrixOf } from './shifts.view.ts'

/** In CSS px. */
const NAME_WIDTH = 168
const CELL_WIDTH = 64
const ROW_HEIGHT = 65
const CARD_HEIGHT = 160

type ShiftMatrixProps = {
  readonly cells: readonly ShiftCellFragment[]
  readonly places: readonly { readonly id: number; readonly name: string }[]
}

/** Returns the shifts as a matrix of work centers and dates, the newest date first; on phones a card a work center. */
export function ShiftMatrix({ cells, places }: ShiftMatrixProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const host = useRef<HTMLDivElement>(null)
  const scroller = useRef<((edge: 'first' | 'last') => void) | null>(null)
  const isPrinted = usePrinting()
  const isPhone = useMedia(PHONE) && !isPrinted
  const { dates, rows } = useMemo(
    () =>
      matrixOf(
        cells,
        places.toSorted((left, right) => format.compare(left.name, right.name)),
      ),
    [cells, places, format],
  )
  // As many as a day has: every date is as wide as the fullest.
  const most = useMemo(() => rows.reduce((sum, { byDate }) => Math.max(sum, ...[...byDate.values()].map((day) => day.length)), 1), [rows])
  const dateWidth = most * CELL_WIDTH + 12
  useRowKeys(host, { onSelect: () => undefined, onEdge: (edge) => scroller.current?.(edge) })
  return (
    <div ref={host}>
      <TableFrame
        caption={t('matrix.caption')}
        scroller={scroller}
        isCards={isPhone}
        count={rows.length}
        keyOf={(index) => String(rows[index]?.workCenterId ?? index)}
        heightOf={() => (isPhone ? CARD_HEIGHT : ROW_HEIGHT)}
        minWidth={NAME_WIDTH + dates.length * dateWidth}
        wholeUpTo={24}
        className={classes['matrix']}
        head={
          isPhone ? null : (
            <>
              <colgroup>
                <col style={{ width: NAME_WIDTH }} />
                {dates.map((date) => (
                  <col key={date} style={{ width: dateWidth }} />
                ))}
              </colgroup>
              <thead>
                <tr aria-rowindex={1}>
                  <th scope="col">{t('column.workCenter')}</th>
                  {dates.map((date) => (
                    <th key={date} scope="col">
                      {dateText(format, date)}
                    </th>
                  ))}
                </tr>
              </thead>
            </>
          )
        }
        row={(index, measure) => {
          const row = rows[index]
          if (row === undefined) return null
          const days = isPhone ? dates.filter((date) => row.byDate.has(date)) : dates
          return (
            <tr key={row.workCenterId} ref={measure} data-row={row.workCenterId} data-index={index} aria-rowindex={index + 2} tabIndex={-1}>
              <th scope="row">{row.name}</th>
              {days.map((date) => (
                <td key={date}>
                  {isPhone && <span className={classes['date']}>{dateText(format, date)}</span>}
                  <div className={classes['day']}>
                    {(row.byDate.get(date) ?? []).map((cell) => (
                      <ShiftCell key={cell.timeStart} cell={cell} place={row.name} />
                    ))}
                  </div>
                </td>
              ))}
            </tr>
          )
        }}
      />
      <p className={classes['legend']}>{t('matrix.legend')}</p>
    </div>
  )
}
