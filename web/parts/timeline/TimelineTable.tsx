import { useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { StatusIcon } from '../StatusIcon.tsx'
import { statusColor } from '../statusStyle.ts'
import type { StatusSpan } from './statusSpans.ts'
import classes from './TimelineTable.module.css'
import { useSpanTexts } from './useSpanTexts.ts'

const COLUMNS = ['status', 'reason', 'from', 'to', 'duration'] as const
type Column = (typeof COLUMNS)[number]

type TimelineTableProps = { readonly spans: readonly StatusSpan[]; readonly now: number; readonly selectedAt: number | null }

/** Returns the spans as a table: the form for screen readers, for print and for looking a time up; each heading sorts. */
export function TimelineTable({ spans, now, selectedAt }: TimelineTableProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const texts = useSpanTexts()
  const [order, setOrder] = useState<{ readonly column: Column; readonly isUp: boolean }>({ column: 'from', isUp: true })
  const rows = spans.toSorted((left, right) => {
    const compared = {
      status: format.compare(texts.nameOf(left), texts.nameOf(right)),
      reason: format.compare(texts.reasonOf(left) ?? '', texts.reasonOf(right) ?? ''),
      from: left.start - right.start,
      to: (left.end ?? now) - (right.end ?? now),
      duration: (left.end ?? now) - left.start - ((right.end ?? now) - right.start),
    }[order.column]
    return order.isUp ? compared : -compared
  })
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" aria-sort={column !== order.column ? 'none' : order.isUp ? 'ascending' : 'descending'}>
              <button type="button" onClick={() => setOrder({ column, isUp: column === order.column ? !order.isUp : true })}>
                {t(`timeline.${column}`)} <span aria-hidden>{column !== order.column ? '↕' : order.isUp ? '↑' : '↓'}</span>
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((span) => (
          <tr key={span.start} aria-current={span.start === selectedAt ? 'true' : undefined}>
            <td>
              <span className={classes['mark']} style={{ color: statusColor(span.style, span.color) }}>
                <StatusIcon style={span.style} size={14} />
              </span>{' '}
              {texts.nameOf(span)}
            </td>
            <td className={span.loss?.isProvisional ? classes['provisional'] : undefined}>{texts.reasonOf(span)}</td>
            <td>{format.timeWithSeconds(span.start)}</td>
            <td>{span.end === null ? t('timeline.ongoing') : format.timeWithSeconds(span.end)}</td>
            <td className={classes['number']}>{format.duration((span.end ?? now) - span.start)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
