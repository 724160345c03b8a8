import { isTimeUnit, TIME_UNITS, type TimeUnit } from '#engine/loss/timeUnit.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './lossTracking.module.css'
import type { RowDraft } from './trackingDraft.view.ts'

export type Reason = { readonly id: number; readonly name: string; readonly color: string }

type TrackingRowProps = {
  readonly row: RowDraft
  readonly place: number
  readonly reasons: readonly Reason[]
  readonly isReadOnly: boolean
  readonly errorOf: (part: 'reasonId' | 'durationFrom' | 'durationTo') => string | null
  readonly onChange: (row: RowDraft) => void
  readonly onRemove: () => void
}

/** Returns one row of a rule: from which duration to which a stop gets which reason. */
export function TrackingRow({ row, place, reasons, isReadOnly, errorOf, onChange, onRemove }: TrackingRowProps) {
  const { t } = useTexts('lossTracking')
  const number = place + 1
  const errors = [errorOf('durationFrom'), errorOf('durationTo'), errorOf('reasonId')].filter((one) => one !== null)
  const amount = (end: 'from' | 'to') => {
    const error = errorOf(end === 'from' ? 'durationFrom' : 'durationTo')
    const unit = end === 'from' ? row.fromUnit : row.toUnit
    const setUnit = (code: string) => {
      if (isTimeUnit(code)) onChange({ ...row, [end === 'from' ? 'fromUnit' : 'toUnit']: code })
    }
    return (
      <span className={classes['amount']}>
        <span aria-hidden>{end === 'from' ? t('row.from') : t('row.to')}</span>
        <input
          name={`${row.key}.${end}`}
          inputMode="decimal"
          autoComplete="off"
          aria-label={end === 'from' ? t('row.fromOf', { number }) : t('row.toOf', { number })}
          aria-invalid={error !== null}
          placeholder={end === 'to' ? t('row.noEnd') : ''}
          value={row[end]}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ ...row, [end]: event.currentTarget.value })}
        />
        <select
          aria-label={end === 'from' ? t('row.fromUnit', { number }) : t('row.toUnit', { number })}
          value={unit}
          disabled={isReadOnly}
          onChange={(event) => setUnit(event.currentTarget.value)}
        >
          {TIME_UNITS.map((one: TimeUnit) => (
            <option key={one} value={one}>
              {t(`unit.${one}`)}
            </option>
          ))}
        </select>
      </span>
    )
  }
  return (
    <li>
      <div className={classes['row']} data-wrong={errors.length > 0 || undefined}>
        {amount('from')}
        {amount('to')}
        <select
          className={classes['reason']}
          aria-label={t('row.reasonOf', { number })}
          aria-invalid={errorOf('reasonId') !== null}
          value={row.reasonId}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...row, reasonId: event.currentTarget.value })}
        >
          <option value="" disabled>
            {t('row.chooseReason')}
          </option>
          {reasons.map((reason) => (
            <option key={reason.id} value={String(reason.id)}>
              {reason.name}
            </option>
          ))}
        </select>
        {!isReadOnly && (
          <button
            type="button"
            className={classes['small']}
            aria-label={t('row.remove', { number })}
            title={t('row.remove', { number })}
            onClick={onRemove}
          >
            <Icon name="close" size={16} />
          </button>
        )}
      </div>
      {errors.map((error) => (
        <Alert key={error} className={classes['error']}>
          {error}
        </Alert>
      ))}
    </li>
  )
}
