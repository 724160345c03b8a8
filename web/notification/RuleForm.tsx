import { useMemo, useState } from 'react'
import { SEVERITIES, TARGET_PERIODS } from '#engine/notification/notificationType.ts'
import { hasTargetValue } from '#engine/notification/ruleForm.ts'
import { AddNotificationRuleDocument, type NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { audienceOf, inputOf, RULE_ROLES, USUAL_MINUTES, USUAL_TARGETS, waits, WATCHED_TYPES } from './ruleForm.view.ts'
import type { RuleChoice, WatchedType } from './ruleForm.view.ts'
import classes from './NotificationsPage.module.css'
import { RulePreview } from './RulePreview.tsx'

type RuleFormProps = { readonly choices: NotificationRulesQuery; readonly onAdded: () => void }

/** Returns the form of a new rule: where, what, how long, and who is told. */
export function RuleForm({ choices, onAdded }: RuleFormProps) {
  const { t } = useTexts('notification')
  const viewer = useViewer()
  const { locale } = useFormat()
  const adding = useChange(AddNotificationRuleDocument)
  const [rule, setRule] = useState<RuleChoice>(() => ({
    workCenterId: String(choices.workCenters[0]?.id ?? ''),
    type: 'STATUS_DURATION',
    minutes: USUAL_MINUTES.STATUS_DURATION,
    target: '65',
    period: 'SHIFT',
    time: '08:00',
    audience: `USERS:${viewer.id}`,
    severity: 'WARNING',
  }))
  const change = (next: Partial<RuleChoice>) => setRule({ ...rule, ...next })
  const input = useMemo(() => inputOf(rule, choices.notificationTypes, locale), [rule, choices.notificationTypes, locale])
  const add = async () => {
    if (input === null) return
    const { data, problems } = await adding.run({ input })
    if (data !== null) showToast(t('rules.added'))
    else if (problems[0] !== undefined && problems[0].field === undefined) showToast(problemText(t, problems[0]))
    onAdded()
  }
  const errorOf = (field: string) => {
    const problem = adding.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  const pick = (type: WatchedType) => change({ type, minutes: USUAL_MINUTES[type], target: USUAL_TARGETS[type] })
  return (
    <form
      className={classes['form']}
      aria-label={t('rules.new')}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <SelectField
        name="workCenter"
        label={t('form.place')}
        value={rule.workCenterId}
        options={choices.workCenters.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(workCenterId) => change({ workCenterId })}
        error={errorOf('workCenterId')}
      />
      <SelectField
        name="type"
        label={t('form.type')}
        value={rule.type}
        options={WATCHED_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(value) => pick(WATCHED_TYPES.find((one) => one === value) ?? rule.type)}
      />
      {hasTargetValue(rule.type) && (
        <NumberField
          name="target"
          label={rule.type === 'TARGET_VALUE' ? t('form.target') : t('form.value')}
          value={rule.target}
          onChange={(target) => change({ target })}
          error={errorOf('targetValue')}
        />
      )}
      {rule.type === 'TARGET_VALUE' && (
        <SelectField
          name="period"
          label={t('form.period')}
          value={rule.period}
          options={TARGET_PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
          onChange={(value) => change({ period: TARGET_PERIODS.find((one) => one === value) ?? 'SHIFT' })}
        />
      )}
      {rule.type === 'TARGET_VALUE' && rule.period !== 'SHIFT' && (
        <TextField
          name="time"
          label={t('form.time')}
          inputMode="numeric"
          placeholder="08:00"
          value={rule.time}
          onChange={(time) => change({ time })}
          error={errorOf('timeOfSending')}
        />
      )}
      {waits(rule.type) && (
        <NumberField
          name="minutes"
          label={t('form.minutes')}
          isWhole
          value={rule.minutes}
          onChange={(minutes) => change({ minutes })}
          error={errorOf('duration')}
        />
      )}
      <SelectField
        name="audience"
        label={t('form.audience')}
        value={rule.audience}
        options={[
          { value: `USERS:${viewer.id}`, label: t('audience.me') },
          ...RULE_ROLES.map((role) => ({ value: `ROLES:${role}`, label: t(`audience.role.${role}`) })),
          ...choices.teams.map(({ id, name }) => ({ value: `TEAMS:${id}`, label: t('audience.team', { name }) })),
          { value: 'USERS:', label: t('audience.all.USERS') },
        ]}
        onChange={(audience) => change({ audience })}
        error={errorOf(audienceOf(rule.audience).identifiers === null ? 'targetAudience' : 'identifiers')}
      />
      <SelectField
        name="severity"
        label={t('form.severity')}
        value={rule.severity}
        options={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
        onChange={(value) => change({ severity: SEVERITIES.find((one) => one === value) ?? rule.severity })}
      />
      <ActionButton isMain isSubmit isBusy={adding.isBusy} isDisabled={input === null}>
        {t('rules.add')}
      </ActionButton>
      {input !== null && <RulePreview input={input} type={rule.type} />}
    </form>
  )
}
