import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/ui/formatContext.ts'
import { StatusIcon } from '../StatusIcon.tsx'
import type { StatusSpan } from './statusSpans.ts'
import classes from './TimelineTable.module.css'
import { useSpanTexts } from './useSpanTexts.ts'

const COLUMNS = ['status', 'from', 'duration'] as const
type Column = (typeof COLUMNS)[number]

/** Returns the spans as a table: the form for screen readers, for print and for looking a time up; each heading sorts. */
export function TimelineTable({ spans, now }: { readonly spans: readonly StatusSpan[]; readonly now: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const texts = useSpanTexts()
  const [order, setOrder] = useState<{ readonly column: Column; readonly isUp: boolean }>({ column: 'from', isUp: true })
  const rows = spans.toSorted((left, right) => {
    const compared = {
      status: format.compare(texts.nameOf(left), texts.nameOf(right)),
      from: left.start - right.start,
      duration: (left.end ?? now) - left.start - ((right.end ?? now) - right.start),
    }[order.column]
    return order.isUp ? compared : -compared
  })
  return (
    // A scrolled region must be reachable without a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('timeline.title')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" aria-sort={column !== order.column ? 'none' : order.isUp ? 'ascending' : 'descending'}>
                <button type="button" onClick={() => setOrder({ column, isUp: column === order.column ? !order.isUp : true })}>
                  {t(`timeline.${column}`)} <span aria-hidden>{column !== order.column ? '' : order.isUp ? '↑' : '↓'}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((span) => (
            <tr key={span.start}>
              <td>
                <StatusIcon look={span.look} size={14} /> {texts.nameOf(span)}
              </td>
              <td>
                {format.timeWithSeconds(span.start)}–{span.end === null ? t('timeline.ongoing') : format.timeWithSeconds(span.end)}
              </td>
              <td className={classes['number']}>{format.duration((span.end ?? now) - span.start)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
