import { useState } from 'react'
import { SEVERITIES } from '#engine/notification/notificationType.ts'
import { AddNotificationRuleDocument, type NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { audienceOf, inputOf, RULE_ROLES, USUAL_MINUTES, WATCHED_TYPES } from './ruleForm.view.ts'
import type { RuleChoice, WatchedType } from './ruleForm.view.ts'
import classes from './NotificationsPage.module.css'

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
    audience: `USERS:${viewer.id}`,
    severity: 'WARNING',
  }))
  const change = (next: Partial<RuleChoice>) => setRule({ ...rule, ...next })
  const add = async () => {
    const input = inputOf(rule, choices.notificationTypes, locale)
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
  const pick = (type: WatchedType) => change({ type, minutes: USUAL_MINUTES[type] })
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
      {rule.type === 'TARGET_VALUE' ? (
        <NumberField
          name="target"
          label={t('form.target')}
          value={rule.target}
          onChange={(target) => change({ target })}
          error={errorOf('targetValue')}
        />
      ) : (
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
      <ActionButton isMain isSubmit isBusy={adding.isBusy} isDisabled={inputOf(rule, choices.notificationTypes, locale) === null}>
        {t('rules.add')}
      </ActionButton>
    </form>
  )
}
