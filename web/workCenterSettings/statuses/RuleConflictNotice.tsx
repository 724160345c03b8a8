import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { CHANNELS, isSameRule, type RuleValues, valuesOf } from './ruleDraft.view.ts'
import classes from './rules.module.css'
import type { RuleConflict } from './useRuleDrafts.ts'

type RuleConflictNoticeProps = {
  readonly conflict: RuleConflict
  readonly mine: RuleValues
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

const FIELDS = [
  'name',
  'shortName',
  'color',
  'isEffective',
  'isScheduledLoss',
  'needGenerateEventByState',
  'minDuration',
  'bounds',
] as const
type FieldName = (typeof FIELDS)[number]

/** Returns another person's save of this rule, and the two choices; typed text stays in its fields. */
export function RuleConflictNotice({ conflict, mine, onKeepMine, onTakeTheirs }: RuleConflictNoticeProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const { base, theirs } = conflict
  const was = valuesOf(base)
  const now = theirs === null ? null : valuesOf(theirs)
  const changed =
    now === null || isSameRule(was, now) ? [] : FIELDS.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]))
  const said = (values: RuleValues, name: FieldName): string => {
    const value = values[name]
    if (typeof value === 'boolean') return value ? t('conflict.yes') : t('conflict.no')
    if (typeof value === 'string') return value === '' ? '—' : value
    return CHANNELS.filter((channel) => value[channel].min !== '' || value[channel].max !== '')
      .map(
        (channel) => `${channel === 'range' ? '' : `${channel.toUpperCase()} `}${value[channel].min || '0'}–${value[channel].max || '∞'}`,
      )
      .join(', ')
  }
  const by = {
    name: theirs?.updatedBy?.fullName ?? '',
    time: theirs?.updatedOn == null ? '' : format.dateTime(Date.parse(theirs.updatedOn)),
  }
  return (
    <div className={classes['conflict']} role="alert">
      <p>
        <b>
          {theirs === null
            ? t('conflict.archived', { name: base.name })
            : by.name === ''
              ? t('conflict.title', { name: base.name })
              : t('conflict.by', { rule: base.name, ...by })}
        </b>
      </p>
      {now !== null && changed.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('conflict.field')}</th>
              <th scope="col">{t('conflict.theirs')}</th>
              <th scope="col">{t('conflict.mine')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((name) => (
              <tr key={name}>
                <th scope="row">{t(`conflict.name.${name}`)}</th>
                <td>{said(now, name)}</td>
                <td>{JSON.stringify(mine[name]) === JSON.stringify(was[name]) ? t('conflict.untouched') : said(mine, name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes['choices']}>
        <ActionButton onClick={onKeepMine}>{theirs === null ? t('conflict.keepNew') : t('conflict.keep')}</ActionButton>
        <ActionButton onClick={onTakeTheirs}>{t('conflict.take')}</ActionButton>
      </div>
    </div>
  )
}
