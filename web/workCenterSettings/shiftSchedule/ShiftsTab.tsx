import { useState } from 'react'
import { useQuery } from 'urql'
import { mayEditSchedules, maySeeSchedules } from '#engine/shift/mayEditShift.ts'
import { ShiftScheduleSettingsDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { ScheduleOf } from './ScheduleOf.tsx'
import { ShiftDays } from './ShiftDays.tsx'
import classes from './ShiftSchedule.module.css'

/** Returns the shifts of a work center: the company's or its own, from when they hold, and its holidays (spec 001 §3 Shift, U-25, S-40). */
export function ShiftsTab({ workCenter, onDirty, onErrors }: SettingsTabProps) {
  const { t } = useTexts('shiftSchedule')
  const viewer = useViewer()
  const mayRead = maySeeSchedules(viewer)
  const isReadOnly = !mayEditSchedules(viewer)
  const [{ data, error, fetching }, ask] = useQuery({
    query: ShiftScheduleSettingsDocument,
    variables: { workCenterId: workCenter.id },
    pause: !mayRead,
  })
  const isSlow = useDelayed(fetching && data === undefined)
  // What was typed begins anew only with what a save brought, not with every answer.
  const [shown, setShown] = useState({ key: '', isStale: true })
  const key = data == null ? '' : `${data.own.version} ${data.company.version}`
  if (shown.isStale && key !== shown.key) setShown({ key, isStale: false })
  const refresh = () => ask({ requestPolicy: 'network-only' })
  return (
    <div className={classes['tab']}>
      <div>
        <h2>{t('title')}</h2>
        <p className={classes['meta']}>{t('intro')}</p>
      </div>
      {data == null && error !== undefined && <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refresh} />}
      {!mayRead && <p className={classes['note']}>{t('state.noAccess', { page: t('title') })}</p>}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {data != null && (
        <>
          <ScheduleOf
            key={shown.key}
            name={workCenter.name}
            own={data.own}
            company={data.company}
            isReadOnly={isReadOnly}
            onDirty={onDirty}
            onErrors={onErrors}
            onSaved={() => {
              setShown((before) => ({ ...before, isStale: true }))
              refresh()
            }}
          />
          <ShiftDays
            workCenter={workCenter}
            own={data.ownExceptions}
            company={data.companyExceptions}
            isReadOnly={isReadOnly}
            onSaved={refresh}
          />
        </>
      )}
    </div>
  )
}
