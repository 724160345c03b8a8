import { Link } from '@tanstack/react-router'
import { bandOf } from '#engine/oee/band.ts'
import type { ShiftCellFragment } from '#web/api/generated/graphql.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { bandPercent } from '#web/parts/bandPercent.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useExplainedText } from '../useExplainedText.ts'
import { StatusMark } from '#web/parts/shift/StatusMark.tsx'
import classes from './ShiftMatrix.module.css'
import { marksOf } from './shifts.view.ts'

/** What a mark looks like where there is no room for words; they are read out and shown on hover. */
const SIGNS = { late: '+', note: '❞', output: '▣', recalculating: '↻', revised: '²' } as const

/** Returns one shift of the matrix: its code and status, its OEE, and below it how much of the stops is explained; the whole is a link. */
export function ShiftCell({ cell, place }: { readonly cell: ShiftCellFragment; readonly place: string }) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const explainedText = useExplainedText()
  const percent = cell.oee?.oee?.exactValue ?? null
  const band = bandOf(percent)
  const share = cell.explainedShare ?? null
  const marks = marksOf(cell)
  const words = [
    `${place}, ${dateText(format, cell.shiftDate)}, ${cell.name}`,
    t(`status.${cell.status}`),
    `${t('oee.oee')} ${bandPercent(format, percent)}`,
    explainedText(cell),
    ...marks.map((mark) => t(`mark.${mark}`)),
  ].join('; ')
  return (
    <Link
      to="/shifts/$shiftId"
      params={{ shiftId: String(cell.id ?? 0) }}
      search={{ shiftDate: cell.shiftDate, shift: String(cell.shiftId), workCenterId: [cell.workCenterId] }}
      className={classes['cell']}
      data-status={cell.status}
      title={words}
    >
      <span className="hidden-text">{words}</span>
      <span className={classes['line']} aria-hidden>
        <span className={classes['code']}>{cell.code}</span>
        <StatusMark status={cell.status} label={null} />
        <span className={classes['marks']}>{marks.map((mark) => SIGNS[mark]).join('')}</span>
      </span>
      <span aria-hidden className={cell.status === 'PROGRESS' ? `${classes['oee']} ${classes['soFar']}` : classes['oee']}>
        {bandPercent(format, percent, 0)} {band !== null && <BandIcon band={band} />}
      </span>
      <span className={classes['share']} aria-hidden>
        <span style={{ width: share === null ? 0 : `${share * 100}%` }} data-whole={share === 1 || undefined} />
      </span>
    </Link>
  )
}

/** Returns the day of a date without its year. */
export function dateText(format: Pick<Format, 'dayMonth' | 'zoneOffset'>, date: string): string {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return format.dayMonth(noon - format.zoneOffset(noon))
}
