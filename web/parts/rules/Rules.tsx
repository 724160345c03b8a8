import { useCallback, useEffect, useState } from 'react'
import { mayEditRules } from '#engine/notification/mayEditRules.ts'
import { NotificationRulesDocument, RemoveNotificationRuleDocument, SwitchNotificationRuleDocument } from '#web/api/generated/graphql.ts'
import type { NotificationRulesQuery } from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useRuleText } from './useRuleText.ts'
import classes from './notifications.module.css'
import { RuleCopy } from './RuleCopy.tsx'
import { RuleForm } from './RuleForm.tsx'
import { RuleWorth } from './RuleWorth.tsx'
import { type RuleChoice, rulesOf, suggestedRule } from './ruleForm.view.ts'
import { type SuggestedRule, SuggestedRules } from './SuggestedRules.tsx'
import { useRuleFigures } from './useRuleFigures.ts'
import type { RuleFigures } from './useRuleFigures.ts'

type Rule = NotificationRulesQuery['notificationConfigs'][number]

export type RulesProps = {
  /** null = of all of them. */
  readonly workCenterId: number | null
  /** Told how many forms have something that is not stored. */
  readonly onDirty?: (forms: number) => void
}

/** Returns the rules of the company, or of one work center, a sentence each, and for those who may change them the form of a new one. */
export function Rules({ workCenterId, onDirty }: RulesProps) {
  const { t } = useTexts('notification')
  const viewer = useViewer()
  const mayChange = mayEditRules(viewer)
  const [result, ask] = useFreshQuery(NotificationRulesDocument, {}, { workCenterIds: null, kinds: ['notification', 'settings'] })
  const figures = useRuleFigures(workCenterId)
  const [dirty, setDirty] = useState<readonly string[]>([])
  const tellDirty = useCallback(
    (form: string, isDirty: boolean) => setDirty((before) => [...before.filter((one) => one !== form), ...(isDirty ? [form] : [])]),
    [],
  )
  useEffect(() => onDirty?.(dirty.length), [onDirty, dirty.length])
  // A suggestion fills the form of a new rule, which its trial stands under.
  const [begun, setBegun] = useState<RuleChoice | null>(null)
  const use = (rule: SuggestedRule) => {
    setBegun(suggestedRule(rule, viewer.id))
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-new-rule] select, [data-new-rule] input')?.focus())
  }
  const [problem] = problemsOf(result.error)
  const { data } = result
  if (data === undefined) {
    if (result.error === undefined) return <p role="status">{t('state.loading')}</p>
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  const choices = workCenterId === null ? data : rulesOf(data, workCenterId)
  return (
    <>
      {mayChange && <RuleForm key={JSON.stringify(begun)} choices={choices} rule={null} begun={begun} onDone={ask} onDirty={tellDirty} />}
      {choices.notificationConfigs.length === 0 ? (
        <>
          <EmptyState title={t('empty.RULES')} text={t('emptyHelp.RULES')} />
          {mayChange && <SuggestedRules workCenterId={workCenterId} onUse={use} />}
        </>
      ) : (
        <ul className={classes['list']}>
          {choices.notificationConfigs.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              figures={figures.get(rule.id) ?? null}
              choices={choices}
              places={data.workCenters}
              mayChange={mayChange}
              onChanged={ask}
              onDirty={tellDirty}
            />
          ))}
        </ul>
      )}
    </>
  )
}

type RuleRowProps = {
  readonly rule: Rule
  /** null = not known yet. */
  readonly figures: RuleFigures | null
  readonly choices: NotificationRulesQuery
  /** All of the company, to which it can be copied. */
  readonly places: NotificationRulesQuery['workCenters']
  readonly mayChange: boolean
  readonly onChanged: () => void
  readonly onDirty: (form: string, isDirty: boolean) => void
}

function RuleRow({ rule, figures, choices, places, mayChange, onChanged, onDirty }: RuleRowProps) {
  const { t } = useTexts('notification')
  const [isChanging, setChanging] = useState(false)
  const [isCopying, setCopying] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const removing = useChange(RemoveNotificationRuleDocument)
  const switching = useChange(SwitchNotificationRuleDocument)
  const ruleText = useRuleText(choices)
  const told = (problems: readonly Parameters<typeof problemText>[1][]) => {
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    onChanged()
  }
  const remove = async () => {
    const { problems } = await removing.run({ id: rule.id })
    setRemoving(false)
    if (problems.length === 0) showToast(t('rules.removed'))
    told(problems)
  }
  const input = {
    notificationConfigId: rule.id,
    notificationTypeId: rule.notificationTypeId,
    targetAudience: rule.targetAudience,
    isActive: !rule.isActive,
  }
  const done = () => {
    setChanging(false)
    onChanged()
  }
  return (
    <li className={classes['row']} data-state={rule.isActive ? 'OPEN' : 'RESOLVED'}>
      <span className={classes['severity']} data-severity={rule.severity}>
        {t(`severity.${rule.severity}`)}
      </span>
      <div className={classes['what']}>
        {rule.name !== null && <span className={classes['heading']}>{rule.name}</span>}
        <span className={classes['sentence']}>{ruleText(rule)}</span>
        {!rule.isActive && <span className={classes['muted']}>{t('rules.off')}</span>}
        {figures !== null && <RuleWorth rule={rule} figures={figures} />}
      </div>
      {mayChange && (
        <div className={classes['actions']}>
          <ActionButton isDisabled={isChanging} onClick={() => setChanging(true)}>
            {t('rules.change')}
            <span className="hidden-text">: {ruleText(rule)}</span>
          </ActionButton>
          {places.length > 1 && (
            <ActionButton isDisabled={isCopying} onClick={() => setCopying(true)}>
              {t('copy.open')}
              <span className="hidden-text">: {ruleText(rule)}</span>
            </ActionButton>
          )}
          <ActionButton isBusy={switching.isBusy} onClick={() => void switching.run({ input }).then((done) => told(done.problems))}>
            {t(rule.isActive ? 'rules.switchOff' : 'rules.switchOn')}
          </ActionButton>
          <ActionButton isDanger onClick={() => setRemoving(true)}>
            {t('rules.remove')}
            <span className="hidden-text">: {ruleText(rule)}</span>
          </ActionButton>
        </div>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('rules.removeTitle')}
        confirmLabel={t('rules.remove')}
        cancelLabel={t('rules.cancel')}
        closeLabel={t('state.close')}
        isDanger
        isBusy={removing.isBusy}
        onConfirm={() => void remove()}
        onClose={() => setRemoving(false)}
      >
        <p>{ruleText(rule)}</p>
        <p>{t('rules.removeText')}</p>
      </ConfirmDialog>
      {isCopying && (
        <RuleCopy
          rule={rule}
          places={places}
          onDone={() => {
            setCopying(false)
            onChanged()
          }}
          onCancel={() => setCopying(false)}
        />
      )}
      {isChanging && (
        <RuleForm choices={choices} rule={rule} onDone={done} onRefused={onChanged} onCancel={() => setChanging(false)} onDirty={onDirty} />
      )}
    </li>
  )
}
