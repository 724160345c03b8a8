import { useEffect, useRef } from 'react'
import { useQuery } from 'urql'
import { mayReadAudit } from '#engine/user/mayEditPeople.ts'
import { SettingsAuditDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { MISSING } from '#web/ui/format.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { changerOf } from './conflict.view.ts'
import classes from './frame.module.css'
import type { Conflict } from './settingsDraft.view.ts'
import type { Stored } from './settingsFields.view.ts'
import type { SettingsForm } from './useSettingsForm.ts'

type ConflictNoticeProps<Name extends string> = {
  readonly form: SettingsForm<Name>
  readonly conflict: Conflict<Name>
  readonly workCenterId: number
  readonly labelOf: (name: Name) => string
  readonly valueText: ((name: Name, value: Stored) => string | null) | undefined
}

/**
 * Returns the conflict of two editors, field by field: the saved values beside the typed ones, the author if the log may be read, and the two
 * choices. Typed text stays until it is given up.
 */
export function ConflictNotice<Name extends string>({ form, conflict, workCenterId, labelOf, valueText }: ConflictNoticeProps<Name>) {
  const { t } = useTexts('frame')
  const format = useFormat()
  const viewer = useViewer()
  const [audit] = useQuery({
    query: SettingsAuditDocument,
    variables: { filter: {} },
    pause: !mayReadAudit(viewer),
    requestPolicy: 'network-only',
  })
  const changer = changerOf(audit.data?.auditLog.items ?? [], workCenterId, conflict.moved)
  const box = useRef<HTMLDivElement>(null)
  // It stands above the fields, where whoever presses "Save" at the end of them would not see it.
  useEffect(() => {
    if (form.conflictsMet > 0) box.current?.focus()
  }, [form.conflictsMet])
  const isMine = (name: Name) => form.changed.includes(name)
  const display = (name: Name, value: Stored): string => {
    const words = valueText?.(name, value) ?? null
    if (words !== null) return words
    if (value === null || value === '') return MISSING
    if (typeof value === 'boolean') return t(value ? 'on' : 'off')
    return typeof value === 'number' ? numberText(value, format.locale) : value
  }
  return (
    <div ref={box} className={classes['conflict']} role="alert" tabIndex={-1}>
      <p className={classes['conflictTitle']}>
        {changer === null
          ? t('conflict.title')
          : t('conflict.titleBy', { name: changer.name, time: format.dateTime(Date.parse(changer.at)) })}
      </p>
      <p>{t('conflict.text')}</p>
      {conflict.moved.length === 0 ? (
        <p>{t('conflict.elsewhere')}</p>
      ) : (
        <dl>
          {conflict.moved.map((name) => (
            <div key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                {t('conflict.theirs', { value: display(name, conflict.theirs.stored[name]) })}
                {isMine(name) && <strong>{t('conflict.mine', { value: display(name, form.values[name]) })}</strong>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={classes['conflictWays']}>
        <ActionButton isMain isBusy={form.isSaving} onClick={form.keepMine}>
          {t('conflict.keepMine')}
        </ActionButton>
        <ActionButton isDisabled={form.isSaving} onClick={form.takeTheirs}>
          {t('conflict.takeTheirs')}
        </ActionButton>
      </div>
    </div>
  )
}
