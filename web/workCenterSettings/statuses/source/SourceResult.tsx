import { useEffect, useMemo, useRef } from 'react'
import type { StatusSource } from '#engine/status/statusRule.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { MinutesTable } from '../MinutesTable.tsx'
import type { SavedRule } from '../ruleDraft.view.ts'
import classes from '../rules.module.css'
import type { Total } from '../signalShape.view.ts'
import { statusShower } from '../statusNames.ts'
import { useStoredMinutes } from '../useStoredMinutes.ts'
import { underNewRules } from './newRules.view.ts'

/** A changed source, with the stored statuses from before the recalculation; null = it applies from now on. */
export type SourceChanged = {
  readonly from: StatusSource
  readonly to: StatusSource
  readonly past: { readonly window: TimeWindow; readonly before: readonly Total[] } | null
}

type SourceResultProps = {
  readonly workCenterId: number
  readonly rules: readonly SavedRule[]
  readonly changed: SourceChanged
  readonly onClose: () => void
}

/** Returns the result of another source: stored minutes per status before and after. */
export function SourceResult({ workCenterId, rules, changed: { from, to, past }, onClose }: SourceResultProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const stored = useStoredMinutes(workCenterId, past?.window ?? null)
  const show = useMemo(() => statusShower(rules, []), [rules])
  const before = stored === undefined || past === null ? null : underNewRules(past.before, stored, rules)
  // The dialog is gone, and the button that opened it was drawn anew.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes['saved']} aria-label={t('result.title')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('result.title')}
      </h3>
      <p role="status">
        <b>
          {t(`signal.title.${from}`)} → {t(`signal.title.${to}`)}
        </b>
        {'. '}
        {past === null ? t('result.now') : t('result.past', { from: format.dateTime(past.window.from) })}
      </p>
      {past !== null && before === null && <p>{t('state.loading')}</p>}
      {past !== null && stored !== undefined && before !== null && (
        <MinutesTable
          title={t('saved.minutes', { from: format.dateTime(past.window.from), to: format.dateTime(past.window.to) })}
          before={before}
          after={stored}
          beforeLabel={t('result.before')}
          afterLabel={t('result.after')}
          isAbout={false}
          show={show}
        />
      )}
      <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
    </section>
  )
}
