import { useQuery } from 'urql'
import { TARGET_MODES, TARGET_PERIODS } from '#engine/notification/notificationType.ts'
import { hasTargetValue } from '#engine/notification/ruleForm.ts'
import { StatusesToWatchDocument } from '#web/api/generated/graphql.ts'
import type { NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { USUAL_MINUTES, USUAL_TARGETS, waits, WATCHED_TYPES } from './ruleForm.view.ts'
import type { RuleChoice, WatchedType } from './ruleForm.view.ts'

type WatchedFieldsProps = {
  readonly rule: RuleChoice
  readonly workCenters: NotificationRulesQuery['workCenters']
  /** A stored rule stays at its work center. */
  readonly isPlaceFixed: boolean
  readonly onChange: (next: Partial<RuleChoice>) => void
  readonly errorOf: (field: string) => string | null
}

/** Returns the fields of what a rule watches: where, what, below which value, by which period, for how long. */
export function WatchedFields({ rule, workCenters, isPlaceFixed, onChange, errorOf }: WatchedFieldsProps) {
  const { t } = useTexts('notification')
  const pick = (type: WatchedType) => onChange({ type, minutes: USUAL_MINUTES[type], target: USUAL_TARGETS[type] })
  const places = isPlaceFixed ? workCenters.filter(({ id }) => String(id) === rule.workCenterId) : workCenters
  return (
    <>
      <SelectField
        name="workCenter"
        label={t('form.place')}
        value={rule.workCenterId}
        options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(workCenterId) => onChange({ workCenterId, statusId: '' })}
        error={errorOf('workCenterId')}
      />
      <SelectField
        name="type"
        label={t('form.type')}
        value={rule.type}
        options={WATCHED_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(value) => pick(WATCHED_TYPES.find((one) => one === value) ?? rule.type)}
      />
      {rule.type === 'STATUS_DURATION' && <StopFields rule={rule} onChange={onChange} error={errorOf('statusId')} />}
      {rule.type === 'TARGET_VALUE' && (
        <>
          <SelectField
            name="figure"
            label={t('form.figure')}
            value={rule.figure}
            options={TARGET_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
            onChange={(value) => onChange({ figure: TARGET_MODES.find((one) => one === value) ?? 'OEE' })}
            error={errorOf('mode')}
          />
          <SelectField
            name="comparison"
            label={t('form.comparison')}
            value={rule.comparison}
            options={(['LOWER', 'GREATER'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
            onChange={(value) => onChange({ comparison: value === 'GREATER' ? 'GREATER' : 'LOWER' })}
          />
        </>
      )}
      {hasTargetValue(rule.type) && (
        <NumberField
          name="target"
          label={rule.type === 'TARGET_VALUE' ? t('form.target') : t('form.value')}
          value={rule.target}
          onChange={(target) => onChange({ target })}
          error={errorOf('targetValue')}
        />
      )}
      {rule.type === 'TARGET_VALUE' && (
        <SelectField
          name="period"
          label={t('form.period')}
          value={rule.period}
          options={TARGET_PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
          onChange={(value) => onChange({ period: TARGET_PERIODS.find((one) => one === value) ?? 'SHIFT' })}
        />
      )}
      {rule.type === 'TARGET_VALUE' && rule.period !== 'SHIFT' && (
        <TextField
          name="time"
          label={t('form.time')}
          inputMode="numeric"
          placeholder="08:00"
          value={rule.time}
          onChange={(time) => onChange({ time })}
          error={errorOf('timeOfSending')}
        />
      )}
      {waits(rule.type) && (
        <NumberField
          name="minutes"
          label={t('form.minutes')}
          isWhole
          value={rule.minutes}
          onChange={(minutes) => onChange({ minutes })}
          error={errorOf('duration')}
        />
      )}
    </>
  )
}

type StopFieldsProps = Pick<WatchedFieldsProps, 'onChange' | 'rule'> & { readonly error: string | null }

/** Returns which stops are watched: of any status or of one, whole or each interval of it, and whether planned time counts. */
function StopFields({ rule, onChange, error }: StopFieldsProps) {
  const { t } = useTexts('notification')
  const [{ data }] = useQuery({
    query: StatusesToWatchDocument,
    variables: { workCenterId: Number(rule.workCenterId) },
    pause: rule.workCenterId === '',
  })
  const statuses = (data?.statusRules ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <SelectField
        name="status"
        label={t('form.status')}
        value={rule.statusId}
        options={[{ value: '', label: t('form.anyStop') }, ...statuses]}
        onChange={(statusId) => onChange({ statusId })}
        error={error}
      />
      <CheckField
        name="wholeStop"
        label={t('form.wholeStop')}
        isChecked={rule.isWholeStop}
        onChange={(isWholeStop) => onChange({ isWholeStop })}
      />
      <CheckField
        name="unlessPlanned"
        label={t('form.unlessPlanned')}
        isChecked={rule.unlessPlanned}
        onChange={(unlessPlanned) => onChange({ unlessPlanned })}
      />
    </>
  )
}
