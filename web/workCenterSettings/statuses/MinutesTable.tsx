import { useMemo } from 'react'
import { statusKey } from '#web/parts/statusStyle.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './preview.module.css'
import { minutesRows, type Total } from './signalShape.view.ts'
import type { ShowStatus } from './statusNames.ts'

type MinutesTableProps = {
  readonly title: string
  readonly before: readonly Total[]
  /** Null = there is nothing to compare with. */
  readonly after: readonly Total[] | null
  readonly beforeLabel: string
  readonly afterLabel: string
  readonly isAbout: boolean
  readonly show: ShowStatus
}

/** Returns how long each status lasted on both sides, with the difference. */
export function MinutesTable({ title, before, after, beforeLabel, afterLabel, isAbout, show }: MinutesTableProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const rows = useMemo(() => minutesRows(before, after ?? before), [before, after])
  const most = Math.max(1, ...rows.map((row) => Math.max(row.before, row.after)))
  return (
    <div className={classes['minutes']} aria-busy={isAbout || undefined}>
      <table data-compared={after !== null || undefined}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table.status')}</th>
            <th scope="col">{beforeLabel}</th>
            {after !== null && (
              <>
                <th scope="col">{afterLabel}</th>
                <th scope="col">{t('table.difference')}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { name, color, isArchived } = show(row)
            const difference = Math.round(row.after) - Math.round(row.before)
            return (
              <tr key={row.key}>
                <th scope="row">
                  <span
                    className={classes['dot']}
                    data-none={row.kind === 'NO_DATA' || undefined}
                    style={{ background: color }}
                    aria-hidden
                  />
                  {name === null ? t(statusKey(row.kind)) : name.trim() === '' ? t('rule.new') : name}
                  {isArchived && <span className={classes['same']}> ({t('table.archived')})</span>}
                  <span className={classes['bars']} aria-hidden>
                    <span style={{ width: `${(row.before / most) * 100}%` }} />
                    {after !== null && <span style={{ width: `${(row.after / most) * 100}%`, background: color }} />}
                  </span>
                </th>
                <td data-label={beforeLabel}>{format.duration(row.before * 1000)}</td>
                {after !== null && (
                  <>
                    <td data-label={afterLabel}>
                      {isAbout && '≈ '}
                      {format.duration(row.after * 1000)}
                    </td>
                    <td data-label={t('table.difference')} className={difference === 0 ? classes['same'] : undefined}>
                      {difference === 0 ? t('table.same') : `${difference > 0 ? '+' : ''}${format.duration(difference * 1000)}`}
                    </td>
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
