import { useEffect, useMemo, useState } from 'react'
import { SEVERITIES } from '#engine/notification/notificationType.ts'
import { RULE_LIMITS } from '#engine/notification/ruleForm.ts'
import { AddNotificationRuleDocument, ChangeNotificationRuleDocument, type NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { AudienceField } from './AudienceField.tsx'
import { audienceOf, inputOf, mergedRule, newRule, typedRule } from './ruleForm.view.ts'
import type { RuleChoice } from './ruleForm.view.ts'
import classes from './notifications.module.css'
import { RulePreview } from './RulePreview.tsx'
import { RuleSteps } from './RuleSteps.tsx'
import { useAudienceOptions } from './useAudienceOptions.ts'
import { WatchedFields } from './WatchedFields.tsx'

type RuleFormProps = {
  readonly choices: NotificationRulesQuery
  /** The rule that is changed; null = a new one. */
  readonly rule: NotificationRulesQuery['notificationConfigs'][number] | null
  /** What a new rule begins with; null = any stop of the first work center. */
  readonly begun?: RuleChoice | null
  readonly onDone: () => void
  /** It may be refused since the rule is another by now. */
  readonly onRefused?: () => void
  readonly onCancel?: () => void
  /** Told by the form, `new` or the id of its rule, whether it has something that is not stored. */
  readonly onDirty: (form: string, isDirty: boolean) => void
}

/** Returns the form of a rule: where, what, how long, who is told, and who later while nobody takes care of it. */
export function RuleForm({ choices, rule: stored, begun = null, onDone, onRefused, onCancel, onDirty }: RuleFormProps) {
  const { t } = useTexts('notification')
  const viewer = useViewer()
  const { locale } = useFormat()
  const adding = useChange(AddNotificationRuleDocument)
  const changing = useChange(ChangeNotificationRuleDocument)
  const saving = stored === null ? adding : changing
  const numberText = (value: number) => value.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 4 })
  const [rule, setRule] = useState<RuleChoice>(() =>
    stored === null ? (begun ?? newRule(choices.workCenters[0]?.id ?? null, viewer.id)) : typedRule(stored, numberText),
  )
  const [added, setAdded] = useState(rule)
  // The version that the form was filled with: what others store meanwhile is taken over beside what was typed.
  const [base, setBase] = useState(stored)
  const [isMerged, setMerged] = useState(false)
  if (stored !== null && base !== null && stored.version !== base.version && !saving.isBusy) {
    const [before, now] = [typedRule(base, numberText), typedRule(stored, numberText)]
    const merged = mergedRule(rule, before, now)
    setMerged(JSON.stringify(merged) !== JSON.stringify(now))
    setRule(merged)
    setBase(stored)
  }
  const form = stored?.id ?? 'new'
  const isDirty = JSON.stringify(rule) !== JSON.stringify(base === null ? added : typedRule(base, numberText))
  useEffect(() => {
    onDirty(form, isDirty)
    return () => onDirty(form, false)
  }, [onDirty, form, isDirty])
  const change = (next: Partial<RuleChoice>) => setRule({ ...rule, ...next })
  const input = useMemo(() => inputOf(rule, choices.notificationTypes, locale), [rule, choices.notificationTypes, locale])
  const audiences = useAudienceOptions(choices.teams, stored)
  const save = async () => {
    if (input === null) return
    const { workCenterId: _place, ...said } = input
    const { data, problems } =
      base === null
        ? await adding.run({ input })
        : await changing.run({ input: { ...said, notificationConfigId: base.id, version: base.version } })
    if (data !== null) {
      showToast(t(stored === null ? 'rules.added' : 'rules.saved'))
      setAdded(rule)
      onDone()
    } else {
      if (problems[0] !== undefined && problems[0].field === undefined) showToast(problemText(t, problems[0]))
      onRefused?.()
    }
  }
  const errorOf = (field: string) => {
    const problem = saving.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  return (
    <form
      className={classes['form']}
      data-new-rule={stored === null || undefined}
      aria-label={t(stored === null ? 'rules.new' : 'rules.changing')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <WatchedFields rule={rule} workCenters={choices.workCenters} isPlaceFixed={stored !== null} onChange={change} errorOf={errorOf} />
      <AudienceField
        name="audience"
        label={t('form.audience')}
        value={rule.audience}
        options={audiences}
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
      <TextField
        name="name"
        label={t('form.name')}
        value={rule.name}
        maxLength={RULE_LIMITS.name}
        onChange={(name) => change({ name })}
        error={errorOf('name')}
      />
      <RuleSteps
        steps={rule.steps}
        audiences={audiences}
        ackMinutes={rule.ackMinutes}
        errors={{ steps: errorOf('steps'), ackMinutes: errorOf('ackTimeout') }}
        onChange={change}
      />
      <TextField
        name="freshMinutes"
        label={t('form.fresh')}
        inputMode="numeric"
        value={rule.freshMinutes}
        onChange={(freshMinutes) => change({ freshMinutes })}
        error={errorOf('freshMinutes')}
      />
      {choices.webhooks.length > 0 && (
        <fieldset className={classes['checks']}>
          <legend>{t('form.webhooks')}</legend>
          {choices.webhooks.map(({ id, name }) => (
            <CheckField
              key={id}
              name={`webhook-${id}`}
              label={name}
              isChecked={rule.webhookIds.includes(id)}
              onChange={(isChecked) =>
                change({ webhookIds: isChecked ? [...rule.webhookIds, id] : rule.webhookIds.filter((one) => one !== id) })
              }
            />
          ))}
          {errorOf('webhookIds') !== null && <Alert>{errorOf('webhookIds')}</Alert>}
        </fieldset>
      )}
      {isMerged && <p role="status">{t('rules.merged')}</p>}
      <div className={classes['actions']}>
        <ActionButton isMain isSubmit isBusy={saving.isBusy} isDisabled={input === null}>
          {t(stored === null ? 'rules.add' : 'rules.save')}
        </ActionButton>
        {onCancel && <ActionButton onClick={onCancel}>{t('rules.cancel')}</ActionButton>}
      </div>
      {input !== null && (
        <RulePreview
          input={input}
          type={rule.type}
          deviceId={choices.workCenters.find(({ id }) => id === input.workCenterId)?.deviceId ?? null}
        />
      )}
    </form>
  )
}
