import { useEffect, useRef } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import { MinutesTable } from './MinutesTable.tsx'
import classes from './rules.module.css'
import { minutesRows, type Total } from './signalShape.view.ts'
import type { ShowStatus } from './statusNames.ts'
import { useStoredMinutes } from './useStoredMinutes.ts'

/** The save: its window, since when its rules hold (UTC ms, null = since now), and the previewed minutes; null where there was no preview of the past. */
export type Saved = { readonly window: TimeWindow; readonly from: number | null; readonly previewed: readonly Total[] | null }

type SavedMinutesProps = { readonly workCenterId: number; readonly saved: Saved; readonly show: ShowStatus; readonly onClose: () => void }

/** Returns the result of a save: the stored minutes beside the previewed ones. */
export function SavedMinutes({ workCenterId, saved, show, onClose }: SavedMinutesProps) {
  const { t } = useTexts('statuses')
  const format = useFormat()
  const { window, from, previewed } = saved
  // The save bar is gone. Figures are brought into sight; to go on with the next rule nothing moves.
  const heading = useRef<HTMLHeadingElement>(null)
  const hasFigures = previewed !== null
  useEffect(() => heading.current?.focus({ preventScroll: !hasFigures }), [saved, hasFigures])
  const stored = useStoredMinutes(workCenterId, previewed === null ? null : window)
  const isSame =
    previewed !== null && stored !== undefined && minutesRows(previewed, stored).every((row) => Math.abs(row.before - row.after) < 1.5)
  return (
    <section className={classes['saved']} aria-label={t('saved.title')}>
      <h3 ref={heading} tabIndex={-1}>
        {t('saved.title')}
      </h3>
      {previewed === null && <p>{from === null ? t('saved.fromNow') : t('saved.since', { from: format.dateTime(from) })}</p>}
      {previewed !== null && (
        <>
          <p role="status">{stored === undefined ? t('state.loading') : isSame ? t('saved.same') : t('saved.other')}</p>
          {stored !== undefined && (
            <MinutesTable
              title={t('saved.minutes', { from: format.dateTime(window.from), to: format.dateTime(window.to) })}
              before={previewed}
              after={stored}
              beforeLabel={t('saved.previewed')}
              afterLabel={t('saved.stored')}
              isAbout={false}
              show={show}
            />
          )}
        </>
      )}
      <ActionButton onClick={onClose}>{t('state.close')}</ActionButton>
    </section>
  )
}
