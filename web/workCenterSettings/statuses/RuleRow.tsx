import { useEffect, useId, useRef } from 'react'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { BoundField } from './BoundField.tsx'
import { RuleFields } from './RuleFields.tsx'
import { RuleConflictNotice } from './RuleConflictNotice.tsx'
import type { Channel, RuleDraft, RuleValues } from './ruleDraft.view.ts'
import type { DraftProblems } from './ruleProblems.view.ts'
import type { ShowStatus } from './statusNames.ts'
import classes from './rules.module.css'
import type { RuleConflict } from './useRuleDrafts.ts'

type RuleRowProps = {
  readonly draft: RuleDraft
  readonly problems: DraftProblems | undefined
  readonly conflict: RuleConflict | undefined
  readonly channel: Channel
  readonly unit: string
  readonly show: ShowStatus
  readonly isChanged: boolean
  readonly isOpen: boolean
  readonly isReadOnly: boolean
  /** Whether the rule can be archived at once. */
  readonly mayArchive: boolean
  /** Whether missing values are shown too: after leaving a field or a save attempt. */
  readonly isShown: (field: string) => boolean
  readonly onTouch: (field: string) => void
  readonly onChange: (change: Partial<RuleValues>) => void
  readonly onOpen: () => void
  readonly onArchive: () => void
  readonly onDrop: () => void
  readonly onKeepMine: () => void
}

/** Returns one status rule: name, range and meaning; opened also its other fields. */
export function RuleRow(props: RuleRowProps) {
  const {
    draft,
    problems,
    conflict,
    channel,
    unit,
    show,
    isChanged,
    isOpen,
    isReadOnly,
    mayArchive,
    isShown,
    onTouch,
    onChange,
    onOpen,
    onArchive,
    onDrop,
    onKeepMine,
  } = props
  const { t } = useTexts('statuses')
  const id = useId()
  const row = useRef<HTMLLIElement>(null)
  const isNew = draft.id === null
  useEffect(() => {
    // Its name comes first, and the bar to save would stand over what is added at the end.
    if (!isNew || !isOpen) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.querySelector<HTMLInputElement>('[name$=".name"]')?.focus({ preventScroll: true })
  }, [isNew, isOpen])
  const { values } = draft
  const name = values.name.trim() === '' ? t('rule.new') : values.name
  const { color } = show({ kind: 'RULE', statusRuleId: draft.id ?? -Number(draft.key.slice(4)) })
  const errorOf = (field: string) => {
    const problem = problems?.fields.get(field)
    return problem !== undefined && isShown(field) ? problemText(t, problem) : null
  }
  const setBound = (end: 'min' | 'max', text: string) =>
    onChange({ bounds: { ...values.bounds, [channel]: { ...values.bounds[channel], [end]: text } } })
  const rivals = problems?.rivals ?? []
  return (
    <li ref={row} className={classes['rule']} data-wrong={rivals.length > 0 || undefined} aria-labelledby={id}>
      <div className={classes['row']}>
        <span className={classes['swatch']} style={{ background: color }} aria-hidden />
        <div className={classes['name']}>
          <h4 id={id}>
            {name} {values.shortName !== '' && <small>{values.shortName}</small>}
          </h4>
          <p>
            {values.isEffective ? t('field.effective') : t('field.ineffective')}
            {!values.isEffective && values.isScheduledLoss && ` · ${t('flag.scheduled')}`}
            {!values.isEffective && !values.needGenerateEventByState && ` · ${t('flag.noLosses')}`}
            {Number(values.minDuration) > 0 && ` · ${t('flag.minDuration', { seconds: values.minDuration })}`}
            {isChanged && <b> · {t('rule.changed')}</b>}
          </p>
        </div>
        {values.rangeType === 'MANUAL' ? (
          <p className={classes['manual']}>{t('rule.manual')}</p>
        ) : (
          <div className={classes['range']}>
            {(['min', 'max'] as const).map((end) => (
              <BoundField
                key={end}
                name={`${draft.key}.${channel}.${end}`}
                label={end === 'min' ? t('rule.from', { name }) : t('rule.to', { name })}
                shortLabel={end === 'min' ? t('rule.fromShort') : t('rule.toShort')}
                value={values.bounds[channel][end]}
                unit={unit}
                placeholder={end === 'max' ? t('rule.noEnd') : ''}
                isReadOnly={isReadOnly}
                error={errorOf(`${channel}.${end}`)}
                onChange={(text) => setBound(end, text)}
                onBlur={() => onTouch(`${channel}.${end}`)}
              />
            ))}
          </div>
        )}
        {!isReadOnly && (
          <div className={classes['actions']}>
            <button
              type="button"
              className={classes['small']}
              aria-expanded={isOpen}
              aria-label={`${isOpen ? t('rule.close') : t('rule.edit')}: ${name}`}
              onClick={onOpen}
            >
              <Icon name="edit" size={16} /> {isOpen ? t('rule.close') : t('rule.edit')}
            </button>
            {draft.id === null ? (
              <ActionButton onClick={onDrop}>{t('rule.drop')}</ActionButton>
            ) : (
              mayArchive && (
                <button type="button" className={classes['small']} aria-label={`${t('rule.archive')}: ${name}`} onClick={onArchive}>
                  {t('rule.archive')}
                </button>
              )
            )}
          </div>
        )}
      </div>
      {rivals.length > 0 && (
        <p role="alert" className={classes['overlap']}>
          <Icon name="alert" size={16} />{' '}
          {t('note.overlapWith', { names: rivals.map((one) => (one.trim() === '' ? t('rule.new') : one)).join(', ') })}
        </p>
      )}
      {conflict !== undefined && <RuleConflictNotice conflict={conflict} mine={values} onKeepMine={onKeepMine} onTakeTheirs={onDrop} />}
      {isOpen && <RuleFields draft={draft} errorOf={errorOf} onTouch={onTouch} onChange={onChange} />}
    </li>
  )
}
