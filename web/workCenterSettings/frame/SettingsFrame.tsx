import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { mayEditWorkCenters } from '#engine/workCenter/mayEditWorkCenter.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Note } from '#web/ui/form/FormLayout.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import classes from './frame.module.css'
import { LeaveGuard } from '#web/parts/LeaveGuard.tsx'
import { readSettingsTab, SETTINGS_TABS, type SettingsTab } from './settingsTabs.ts'
import type { SettingsWorkCenter } from './settingsTabProps.ts'
import { TabList } from './TabList.tsx'
import { TAB_PARTS } from './tabParts.ts'

type Counts = Readonly<Partial<Record<SettingsTab, number>>>

type SettingsFrameProps = { readonly workCenter: SettingsWorkCenter; readonly refetch: () => void }

/** Returns the settings tabs beside the open one. A tab with unsaved changes stays mounted; leaving the page asks once. */
export function SettingsFrame({ workCenter, refetch }: SettingsFrameProps) {
  const { t } = useTexts('frame')
  const viewer = useViewer()
  const navigate = useNavigate({ from: '/boxes/$deviceId/settings' })
  const { search }: { readonly search: Readonly<Record<string, unknown>> } = useLocation()
  const tab = readSettingsTab(search)
  const [dirty, setDirty] = useState<Counts>({})
  const [errors, setErrors] = useState<Counts>({})
  usePageTitle(`${workCenter.name} · ${t(`tab.${tab}`)}`)
  const isReadOnly = !mayEditWorkCenters(viewer)
  const isAnyDirty = Object.values(dirty).some((count) => count > 0)
  const open = (next: SettingsTab) => void navigate({ to: '.', search: { tab: next }, resetScroll: false })
  const shown = SETTINGS_TABS.filter((one) => one === tab || (dirty[one] ?? 0) > 0)
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <PageHeading>{t('heading', { name: workCenter.name })}</PageHeading>
        <Link to="/boxes/$deviceId" params={{ deviceId: workCenter.deviceId ?? '' }}>
          {t('toWorkCenter', { name: workCenter.name })}
        </Link>
      </header>
      {isReadOnly && !isInDemo(viewer) && <Note>{t('readOnly')}</Note>}
      <div className={classes['columns']}>
        <TabList tab={tab} dirty={dirty} errors={errors} onOpen={open} />
        <div>
          {shown.map((one) => (
            <TabPanel
              key={one}
              tab={one}
              isOpen={one === tab}
              workCenter={workCenter}
              isReadOnly={isReadOnly}
              refetch={refetch}
              onDirty={setDirty}
              onErrors={setErrors}
            />
          ))}
        </div>
      </div>
      <LeaveGuard isDirty={isAnyDirty} />
    </div>
  )
}

type TabPanelProps = SettingsFrameProps & {
  readonly tab: SettingsTab
  readonly isOpen: boolean
  readonly isReadOnly: boolean
  readonly onDirty: (change: (before: Counts) => Counts) => void
  readonly onErrors: (change: (before: Counts) => Counts) => void
}

function TabPanel({ tab, isOpen, workCenter, isReadOnly, refetch, onDirty, onErrors }: TabPanelProps) {
  const { t } = useTexts('frame')
  const Part = TAB_PARTS[tab]
  const tellDirty = useCallback((count: number) => onDirty((before) => withCount(before, tab, count)), [onDirty, tab])
  const tellErrors = useCallback((count: number) => onErrors((before) => withCount(before, tab, count)), [onErrors, tab])
  return (
    <section id={`settings-${tab}`} role="tabpanel" aria-label={t(`tab.${tab}`)} className={classes['panel']} hidden={!isOpen}>
      <Suspense fallback={<p role="status">{t('state.loading')}</p>}>
        <Part workCenter={workCenter} isReadOnly={isReadOnly} refetch={refetch} onDirty={tellDirty} onErrors={tellErrors} />
      </Suspense>
    </section>
  )
}

/** The same object when nothing changes, so that telling it again draws nothing. */
function withCount(before: Counts, tab: SettingsTab, count: number): Counts {
  return (before[tab] ?? 0) === count ? before : { ...before, [tab]: count }
}
