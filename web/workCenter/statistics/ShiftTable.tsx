import { Fragment, type ReactNode } from 'react'
import { SortHead } from '#web/parts/list/table/SortHead.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { noonOf } from './askedPeriod.view.ts'
import { BandFigure } from '#web/parts/figures/BandFigure.tsx'
import type { ShiftsShown } from './shiftProps.ts'
import type { ShiftSort } from './shifts.view.ts'
import { Classified } from './Classified.tsx'
import { ShiftState } from './ShiftState.tsx'
import classes from './ShiftTable.module.css'

const FIGURES = [
  { key: 'oee', target: 'targetOee' },
  { key: 'availability', target: 'targetAvailability' },
  { key: 'performance', target: 'targetPerformance' },
  { key: 'quality', target: 'targetQuality' },
] as const

/** Returns the shifts as a table with a total row; a row opens the ledger of its shift. */
export function ShiftTable({ rows, stats, unit, targets, order, onOrder, onWhy, onWhyAll }: ShiftsShown) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const output = stats.outputs[0]
  const head = (sort: ShiftSort, title: string, note: ReactNode = null) => (
    <SortHead
      title={title}
      isNumber={sort !== 'date'}
      direction={order.sort === sort ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
      onSort={() => onOrder({ sort, isDescending: order.sort === sort ? !order.isDescending : sort === 'date' })}
    >
      {note}
    </SortHead>
  )
  return (
    // What scrolls by itself must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['frame']} role="region" aria-label={t('shifts.title')} tabIndex={0}>
      <table className={classes['table']}>
        <caption className="hidden-text">{t('shifts.title')}</caption>
        <thead>
          <tr>
            {head('date', t('shifts.date'))}
            {FIGURES.map(({ key, target }) => (
              <Fragment key={key}>
                {head(
                  key,
                  t(`oee.${key}`),
                  targets[target] != null && (
                    <span className={classes['meta']}>{t('oee.target', { target: format.percentOf(targets[target]) })}</span>
                  ),
                )}
              </Fragment>
            ))}
            {head('output', `${t('shifts.output')}, ${unit}`)}
            {head('rejected', t('shifts.rejected'))}
            <th scope="col" data-number>
              {t('shifts.stops')}
            </th>
            <th scope="col">{t('shifts.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.shiftStart}>
              <th scope="row">
                <button type="button" className={classes['open']} aria-haspopup="dialog" onClick={() => onWhy(row.shiftStart)}>
                  {format.date(noonOf(row.shiftDate, format.timeZone))} · {row.shift.name}
                  <span className="hidden-text"> – {t('why.title')}</span>
                </button>
                <span className={classes['meta']}>
                  <span className={classes['code']}>{row.shift.code}</span> {format.time(Date.parse(row.shiftStart))}–
                  {format.time(Date.parse(row.shiftEnd))}
                  {row.isProvisional && ` · ${t('shifts.soFar')}`}
                </span>
              </th>
              {FIGURES.map(({ key }) => (
                <td key={key} data-number>
                  <BandFigure percent={row[key]?.exactValue ?? null} />
                </td>
              ))}
              <td data-number>
                {format.number(row.totalOutput)}
                {row.targetOutput != null && <span className={classes['meta']}>/ {format.number(row.targetOutput)}</span>}
              </td>
              <td data-number>{format.number(row.rejectedOutput)}</td>
              <td data-number>
                <Classified rows={[row]} />
                {row.shift.lossStats.unclassifiedCount > 0 && (
                  <span className={classes['openCount']}>{t('stops.open', { count: row.shift.lossStats.unclassifiedCount })}</span>
                )}
              </td>
              <td>
                <ShiftState shift={row.shift} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              <button type="button" className={classes['open']} aria-haspopup="dialog" onClick={onWhyAll}>
                {t('shifts.total', { count: rows.length })}
                <span className="hidden-text"> – {t('why.title')}</span>
              </button>
            </th>
            {FIGURES.map(({ key }) => (
              <td key={key} data-number>
                <BandFigure percent={stats[key]?.exactValue ?? null} />
              </td>
            ))}
            <td data-number>
              {format.number(output?.totalOutput)}
              {output?.targetOutput != null && <span className={classes['meta']}>/ {format.number(output.targetOutput)}</span>}
            </td>
            <td data-number>{format.number(output?.rejectedOutput)}</td>
            <td data-number>
              <Classified rows={rows} />
            </td>
            <td>
              {t('shifts.confirmedOf', {
                done: format.number(rows.filter((row) => row.shift.status === 'CONFIRMED').length),
                all: format.number(rows.length),
              })}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
