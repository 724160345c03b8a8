import { useMemo } from 'react'
import { useQuery } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { ShiftsToRecalculateDocument } from '#web/api/generated/graphql.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './rules.module.css'
import { instantOf, wallTextOf } from './wallTime.ts'

/** From when a change holds: now, or an instant of the past, as a wall time of the plant. */
export type ValidFrom = { readonly kind: 'now' | 'past'; readonly text: string }

type ValidFromFieldsProps = {
  readonly workCenterId: number
  readonly value: ValidFrom
  readonly error: string | null
  readonly onChange: (value: ValidFrom) => void
}

/** Returns the choice from when the changes hold, and how many shifts are recalculated then (domain.md S-8). */
export function ValidFromFields({ workCenterId, value, error, onChange }: ValidFromFieldsProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const now = useCoarseNow(60_000)
  const at = value.kind === 'past' ? instantOf(value.text, format) : null
  const isAsked = at !== null && at < now
  const [{ data }] = useQuery({
    query: ShiftsToRecalculateDocument,
    pause: !isAsked,
    variables: useMemo(
      () => ({ workCenterId, period: { start: new Date(at ?? 0).toISOString(), end: new Date(now).toISOString() } }),
      [workCenterId, at, now],
    ),
  })
  const confirmed = data?.shifts.filter(({ status }) => status === 'CONFIRMED').length ?? 0
  const open = (data?.shifts.length ?? 0) - confirmed
  const choose = (kind: ValidFrom['kind']) =>
    onChange({ kind, text: kind === 'past' && value.text === '' ? wallTextOf(now - DAY_MS, format) : value.text })
  return (
    <div className={classes['from']}>
      <ChoiceGroup
        label={t('from.title')}
        value={value.kind}
        choices={[
          { value: 'now', label: t('from.now') },
          { value: 'past', label: t('from.past') },
        ]}
        onChange={choose}
      />
      {value.kind === 'past' && (
        <div className={classes['fromDate']}>
          <DateField
            name="validFrom"
            label={t('from.date')}
            value={value.text}
            max={wallTextOf(now, format)}
            hasTime
            error={error}
            onChange={(text) => onChange({ kind: 'past', text })}
          />
        </div>
      )}
      {value.kind !== 'past' && error !== null && <Alert className={classes['error']}>{error}</Alert>}
      {isAsked && data !== undefined && (
        <p role="status" className={classes['hint']}>
          {t('from.shifts', { count: open })} {confirmed > 0 && t('from.confirmed', { count: confirmed })}
        </p>
      )}
    </div>
  )
}
