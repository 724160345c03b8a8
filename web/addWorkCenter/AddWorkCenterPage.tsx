import { useState } from 'react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { mayAddWorkCenters, mayTryMachines } from '#engine/workCenter/mayEditWorkCenter.ts'
import { isInDemo, useViewer } from '#web/api/viewer.ts'
import { ConnectMachineDialog } from '#web/base/firstStart/ConnectMachineDialog.tsx'
import { NoRightDialog } from '#web/base/firstStart/NoRightDialog.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import classes from './AddWorkCenter.module.css'
import { readAddSearch, type AddSearch } from './addWorkCenter.view.ts'
import { AddedSteps } from './AddedSteps.tsx'
import { TellDevice } from './TellDevice.tsx'
import { TryPanel, type Tried } from './TryPanel.tsx'

const STEPS = ['device', 'name', 'data'] as const

/** Returns the page on which a work center is added (spec 001 §2, U-26): which device, its name and source, its first data. The address keeps the step. */
export function AddWorkCenterPage() {
  const { t } = useTexts('addWorkCenter')
  const viewer = useViewer()
  const navigate = useNavigate()
  const { search: asked }: { readonly search: Readonly<Record<string, unknown>> } = useLocation()
  const search = readAddSearch(asked)
  const [trial, setTrial] = useState<Tried | null>(null)
  usePageTitle(t('page.addbox'))
  const go = (next: Partial<AddSearch>, isReplacing: boolean) => {
    const { way, box, step } = { ...search, ...next }
    void navigate({
      to: '/addbox',
      search: { ...(way !== null && box === null && { way }), ...(box !== null && { box: String(box), step }) },
      replace: isReplacing,
    })
  }
  const step = search.box === null ? 'device' : search.step
  const tried = (made: Tried) => {
    setTrial(made)
    go({ box: made.workCenterId, step: 'data' }, true)
  }
  const mayAdd = mayAddWorkCenters(viewer)
  if (!mayAdd && (!isInDemo(viewer) || !mayTryMachines(viewer))) {
    return (
      <>
        <PageHeading>{t('page.addbox')}</PageHeading>
        <NoRightDialog isOpen onClose={() => void navigate({ to: '/boxes' })} />
      </>
    )
  }
  const added = search.box !== null && (
    <AddedSteps
      key={search.box}
      id={search.box}
      step={mayAdd ? search.step : 'data'}
      trial={trial?.workCenterId === search.box ? trial : null}
      onData={() => go({ step: 'data' }, false)}
      onAnother={() => go({ box: null, step: 'name' }, false)}
    />
  )
  if (!mayAdd) {
    return (
      <div className={classes['page']}>
        <PageHeading>{t('page.addbox')}</PageHeading>
        {added || <TryInDemo onMade={tried} />}
      </div>
    )
  }
  return (
    <div className={classes['page']}>
      <PageHeading>{t('page.addbox')}</PageHeading>
      <ol className={classes['steps']} aria-label={t('steps.legend')}>
        {STEPS.map((one, index) => (
          <li key={one} aria-current={one === step ? 'step' : undefined} data-done={index < STEPS.indexOf(step) || undefined}>
            <span aria-hidden>{index < STEPS.indexOf(step) ? '✓' : index + 1}</span>
            {t(`steps.${one}`)}
          </li>
        ))}
      </ol>
      {added || (
        <TellDevice search={search} onWay={(way) => go({ way }, true)} onAdded={(box) => go({ box, step: 'name' }, true)} onTried={tried} />
      )}
    </div>
  )
}

/** The demo takes no real machine; a company of the visitor's own does. */
function TryInDemo({ onMade }: { readonly onMade: (made: Tried) => void }) {
  const { t } = useTexts('addWorkCenter')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <TryPanel onMade={onMade} />
      <div className={classes['actions']}>
        <ActionButton onClick={() => setAsking(true)}>{t('trial.real')}</ActionButton>
      </div>
      {isAsking && <ConnectMachineDialog isOpen onClose={() => setAsking(false)} />}
    </>
  )
}
