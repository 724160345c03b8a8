import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { COARSE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { type ByTimeMeasure, type HeatCell, type HeatPlace, type HeatRow, type HeatView, moveInGrid } from './byTime.view.ts'
import classes from './HeatGrid.module.css'

type HeatGridProps = {
  readonly label: string
  readonly view: HeatView
  readonly measure: ByTimeMeasure
  readonly dayOf: (date: string) => string
  /** What stands in a cell. */
  readonly short: (value: number) => string
  readonly describe: (cell: HeatCell) => string
  /** UTC ms. */
  readonly now: number
  readonly onOpen: (cell: HeatCell) => void
}

/** Returns the grid of hours by days as a table: one tab stop, arrows move, Enter opens; the hovered or focused cell is described below. */
export function HeatGrid({ label, view, measure, dayOf, short, describe, now, onOpen }: HeatGridProps) {
  const { t } = useTexts('statistics')
  const grid = useRef<HTMLTableElement>(null)
  const isTouched = useMedia(COARSE)
  // Once: later it would move what somebody reads.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => showHour(grid.current, hourAt(view.rows, now)), [])
  const [at, setAt] = useState<HeatPlace>({ row: 0, column: 0, index: 0 })
  const [shown, setShown] = useState<HeatCell | null>(null)
  const first = view.rows[0]?.slots.findIndex((slot) => slot.length > 0) ?? 0
  // A place of another period may not be there any more.
  const focused = view.rows[at.row]?.slots[at.column]?.[at.index] === undefined ? { row: 0, column: first, index: 0 } : at
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveInGrid(view.rows, focused, event.key)
    if (next === null) return
    event.preventDefault()
    setAt(next)
    grid.current?.querySelector<HTMLButtonElement>(`[data-place="${next.row} ${next.column} ${next.index}"]`)?.focus()
  }
  return (
    <>
      <div className={classes['frame']}>
        {/* A table whose cells are walked with the arrow keys is a grid. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={grid} role="grid" aria-label={label} className={classes['grid']} data-measure={measure} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col">{t('byTime.day')}</th>
              {view.hourTotals.map((_total, hour) => (
                // The hours of a day are always the same 24.
                <th scope="col" key={hour}>
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
              <th scope="col" data-total>
                {t('byTime.ofDay')}
              </th>
            </tr>
          </thead>
          <tbody>
            {view.rows.map((row, index) => (
              <Row
                key={row.date}
                row={row}
                index={index}
                focused={focused.row === index ? focused : null}
                day={dayOf(row.date)}
                short={short}
                describe={describe}
                onShow={setShown}
                onFocus={setAt}
                onOpen={onOpen}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('byTime.ofHour')}</th>
              {view.hourTotals.map((total, hour) => (
                <td key={hour}>{total === null ? '' : short(total)}</td>
              ))}
              <td data-total>{view.total === null ? '' : short(view.total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className={classes['shown']}>{shown === null ? t(isTouched ? 'byTime.helpTouch' : 'byTime.help') : describe(shown)}</p>
    </>
  )
}

/** Returns the column of the hour that an instant lies in; null outside of all rows. */
function hourAt(rows: readonly HeatRow[], at: number): number | null {
  for (const { slots } of rows) {
    const column = slots.findIndex((slot) => slot.some(({ start, end }) => start <= at && at < end))
    if (column >= 0) return column
  }
  return null
}

/** Scrolls a grid that is wider than the screen so that an hour stands in the middle, as the columns beside it are of the same shift. */
function showHour(grid: HTMLTableElement | null, column: number | null): void {
  const frame = grid?.parentElement
  const head = column === null ? undefined : grid?.tHead?.rows[0]?.cells[column + 1]
  if (!frame || !head) return
  frame.scrollLeft = head.offsetLeft + head.offsetWidth / 2 - frame.clientWidth / 2
}

type RowProps = Pick<HeatGridProps, 'short' | 'describe' | 'onOpen'> & {
  readonly row: HeatRow
  readonly index: number
  /** Null = the Tab key stops in another row. */
  readonly focused: HeatPlace | null
  readonly day: string
  readonly onShow: (cell: HeatCell | null) => void
  readonly onFocus: (place: HeatPlace) => void
}

/** Only the rows between which the focus moves are drawn again. */
const Row = memo(
  function HeatGridRow({ row, index, focused, day, short, describe, onShow, onFocus, onOpen }: RowProps) {
    return (
      <tr>
        <th scope="row">{day}</th>
        {row.slots.map((slot, column) => (
          <td key={column} data-skipped={slot.length === 0 || undefined}>
            {slot.map((cell, part) => (
              <button
                key={cell.start}
                type="button"
                data-place={`${index} ${column} ${part}`}
                data-shade={cell.shade ?? undefined}
                data-off={!cell.isShift || undefined}
                tabIndex={focused?.column === column && focused.index === part ? 0 : -1}
                aria-label={[textOf(cell, short), describe(cell)].filter((part) => part !== '').join(' – ')}
                onClick={() => onOpen(cell)}
                onFocus={() => {
                  onFocus({ row: index, column, index: part })
                  onShow(cell)
                }}
                onMouseEnter={() => onShow(cell)}
                onMouseLeave={() => onShow(null)}
              >
                {textOf(cell, short)}
              </button>
            ))}
          </td>
        ))}
        <td data-total>{row.total === null ? '' : short(row.total)}</td>
      </tr>
    )
  },
  (before, after) => before.row === after.row && before.focused === after.focused && before.day === after.day,
)

/** Text of a cell. Its accessible name begins with it, so that voice control finds the visible text. */
function textOf({ value, isShift }: HeatCell, short: (value: number) => string): string {
  if (value !== null) return short(value)
  return isShift ? '—' : ''
}
