import { useTexts } from '#web/texts/useTexts.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { noonOf } from './askedPeriod.view.ts'
import { BandFigure } from '#web/parts/figures/BandFigure.tsx'
import { Classified } from './Classified.tsx'
import classes from './ShiftCards.module.css'
import type { ShiftsShown } from './shiftProps.ts'
import { ShiftState } from './ShiftState.tsx'
import { readOrder, SHIFT_SORTS, writeOrder } from './shifts.view.ts'

const KEYS = ['oee', 'availability', 'performance', 'quality'] as const

/** Returns the shifts as cards for phones, all of them together first. */
export function ShiftCards({ rows, stats, unit, order, onOrder, onWhy, onWhyAll }: ShiftsShown) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const output = stats.outputs[0]
  const figures = (of: Record<(typeof KEYS)[number], { readonly exactValue: number } | null | undefined>) => (
    <dl className={classes['figures']}>
      {KEYS.map((key) => (
        <div key={key}>
          <dt>{t(`oee.${key}`)}</dt>
          <dd>
            <BandFigure percent={of[key]?.exactValue ?? null} />
          </dd>
        </div>
      ))}
    </dl>
  )
  const made = (total: number | undefined, target: number | null | undefined, rejected: number | undefined) => (
    <p className={classes['meta']}>
      {t('shifts.output')}: {format.number(total)}
      {target != null && ` / ${format.number(target)}`} {unit} · {t('shifts.rejected')}: {format.number(rejected)}
    </p>
  )
  return (
    <>
      <SelectField
        label={t('shifts.sort')}
        name="sort"
        value={writeOrder(order) ?? '-date'}
        onChange={(value) => onOrder(readOrder({ sort: value }))}
        options={SHIFT_SORTS.flatMap((sort) => {
          const name = t(`shifts.sortBy.${sort}`)
          return [
            { value: `-${sort}`, label: `${name} ↓` },
            { value: sort, label: `${name} ↑` },
          ]
        })}
      />
      <ul className={classes['cards']}>
        <li className={classes['card']}>
          <button type="button" className={classes['open']} aria-haspopup="dialog" onClick={onWhyAll}>
            {t('shifts.total', { count: rows.length })}
            <span className="hidden-text"> – {t('why.title')}</span>
          </button>
          {figures(stats)}
          {made(output?.totalOutput, output?.targetOutput, output?.rejectedOutput)}
        </li>
        {rows.map((row) => (
          <li key={row.shiftStart} className={classes['card']}>
            <button type="button" className={classes['open']} aria-haspopup="dialog" onClick={() => onWhy(row.shiftStart)}>
              {format.date(noonOf(row.shiftDate, format.timeZone))} · {row.shift.name}
              <span className="hidden-text"> – {t('why.title')}</span>
            </button>
            <p className={classes['meta']}>
              {row.shift.code} {format.time(Date.parse(row.shiftStart))}–{format.time(Date.parse(row.shiftEnd))}
              {row.isProvisional && ` · ${t('shifts.soFar')}`}
            </p>
            {figures(row)}
            {made(row.totalOutput, row.targetOutput, row.rejectedOutput)}
            <p className={classes['meta']}>
              {t('shifts.stops')}: <Classified rows={[row]} />
            </p>
            <ShiftState shift={row.shift} />
          </li>
        ))}
      </ul>
    </>
  )
}
