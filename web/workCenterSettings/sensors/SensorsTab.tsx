import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { mayArchiveWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { SettingsDeletedSensorsDocument, SettingsSensorsDocument } from '#web/api/generated/graphql.ts'
import { useLiveWorkCenter } from '#web/api/live.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import { useDelayed } from '#web/ui/useDelayed.ts'
import type { SettingsTabProps } from '../frame/settingsTabProps.ts'
import { AddSensorForm } from './AddSensorForm.tsx'
import { DeletedSensors } from './DeletedSensors.tsx'
import type { RefusedEntriesProps } from './RefusedEntries.tsx'
import { SensorList } from './SensorList.tsx'
import classes from './Sensors.module.css'
import { useSensorDay } from './useSensorDay.ts'

const RefusedEntries = lazyPart<RefusedEntriesProps>(() =>
  withTexts('notification', import('./RefusedEntries.tsx')).then((module) => ({ default: module.RefusedEntries })),
)

/** The hub tells few of the channels; a new sensor and the values of the others come with this. */
const ASK_EVERY_MS = 15_000
/** A device that has just begun to report is looked at closely. */
const ASK_FIRST_EVERY_MS = 3000

/** Returns the sensors of a work center: their last values and last day, and the ways to name, hide, add and delete them (spec 001 §2, §3 Sensor). */
export function SensorsTab({ workCenter, isReadOnly, onDirty }: SettingsTabProps) {
  const { t } = useTexts('sensors')
  const viewer = useViewer()
  const unitName = useUnitName()
  const variables = useMemo(() => ({ workCenterId: workCenter.id }), [workCenter.id])
  const interest = { workCenterIds: [workCenter.id], kinds: ['workCenter'] } as const
  const [isNew, setNew] = useState(false)
  // Last values are no records: nothing tells that there is another, or the first one of a new sensor.
  const [result, askSensors] = useFreshQuery(SettingsSensorsDocument, variables, interest, {
    everyMs: isNew ? ASK_FIRST_EVERY_MS : ASK_EVERY_MS,
  })
  const [deleted, askDeleted] = useFreshQuery(SettingsDeletedSensorsDocument, variables, interest, { pause: isReadOnly })
  const [openForm, setOpenForm] = useState<number | 'new' | null>(null)
  // What a notification leads to stands open.
  const isRefusedAsked = useLocation({ select: ({ hash }) => hash === 'refused' })
  const [isRefusedOpen, setRefusedOpen] = useState(isRefusedAsked)
  const isSlow = useDelayed(result.fetching && result.data === undefined)
  const sensors = [...(result.data?.machine ?? []), ...(result.data?.service ?? [])]
  const dayOf = useSensorDay(workCenter.id, sensors)
  // The form of a sensor that somebody else deleted is not there any more.
  const isFormOpen = openForm === 'new' || sensors.some(({ id }) => id === openForm)
  useEffect(() => onDirty(isFormOpen ? 1 : 0), [isFormOpen, onDirty])
  const isEmpty = result.data !== undefined && sensors.length === 0
  const isReporting = useLiveWorkCenter(workCenter.id)?.lastSampleAt != null
  // Sensors that were all deleted report on without being listed.
  const isStoring = isReporting && deleted.data?.deletedSensors.length === 0
  if (isEmpty !== isNew) setNew(isEmpty)
  const refresh = () => {
    askSensors()
    askDeleted()
  }
  const tab = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpenForm(null)
    const button = openForm === 'new' ? '[data-add] button' : `[data-sensor="${openForm ?? ''}"] button`
    requestAnimationFrame(() => tab.current?.querySelector<HTMLElement>(button)?.focus())
  }
  const mayDelete = mayArchiveWorkCenters(viewer)
  const outputUnit = unitName(workCenter.outputMeasurementUnit)
  const shared = {
    workCenterId: workCenter.id,
    outputUnit,
    isReadOnly,
    mayDelete,
    openForm,
    dayOf,
    onOpen: setOpenForm,
    onClose: close,
    onDeleted: () => tab.current?.focus({ preventScroll: true }),
    onChanged: refresh,
  }
  return (
    <div ref={tab} className={classes['tab']} tabIndex={-1}>
      <div className={classes['head']} data-add>
        <div>
          <h2>{t('title')}</h2>
          <p className={classes['meta']}>{t('intro')}</p>
        </div>
        {!isReadOnly && openForm !== 'new' && result.data !== undefined && (
          <ActionButton onClick={() => setOpenForm('new')}>{t('add')}</ActionButton>
        )}
      </div>
      {openForm === 'new' && <AddSensorForm workCenterId={workCenter.id} sensors={sensors} onClose={close} onChanged={refresh} />}
      {result.data === undefined && result.error !== undefined && (
        <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={refresh} />
      )}
      {isSlow && <p role="status">{t('state.loading')}</p>}
      {isEmpty && !isStoring && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
      {isEmpty && isStoring && (
        <div role="status">
          <EmptyState title={t('storing.title')} text={t('storing.text')} />
        </div>
      )}
      {result.data !== undefined && result.data.machine.length > 0 && (
        <SensorList title={t('machine')} sensors={result.data.machine} {...shared} />
      )}
      {result.data !== undefined && result.data.service.length > 0 && (
        <SensorList title={t('service')} sensors={result.data.service} {...shared} />
      )}
      <details
        id="refused"
        className={classes['section']}
        open={isRefusedOpen}
        onToggle={({ currentTarget }) => setRefusedOpen(currentTarget.open)}
      >
        <summary>{t('refused')}</summary>
        {isRefusedOpen && <RefusedEntries workCenterId={workCenter.id} />}
      </details>
      <DeletedSensors sensors={deleted.data?.deletedSensors ?? []} mayRestore={mayDelete} onChanged={refresh} />
    </div>
  )
}
