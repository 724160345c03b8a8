import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { guardOf, meetsNeed } from '#engine/access/routeGuards.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ConnectMachineDialog } from './ConnectMachineDialog.tsx'
import classes from './FirstStart.module.css'

/** Returns the bar above every page of the demo company: its figures are simulated, and its settings are there to look at (U-28). */
export default function DemoBar() {
  const { t } = useTexts('firstStart')
  const { pathname } = useLocation()
  const companyId = useViewer().company?.id ?? ''
  const [isOpen, setOpen] = useState(false)
  return (
    <aside className={classes['demo']} aria-label={t('demo.label')}>
      <p>
        {t('demo.text')} {isSettingsPage(pathname, companyId) && t('demo.look')}
      </p>
      <button type="button" onClick={() => setOpen(true)}>
        {t('demo.connect')}
      </button>
      <ConnectMachineDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </aside>
  )
}

/** Pages that elsewhere only administrators open. */
function isSettingsPage(pathname: string, companyId: string): boolean {
  const access = guardOf(pathname)?.access ?? 'anybody'
  return (
    access !== 'anybody' && access !== 'anonymous' && access !== 'signedIn' && !meetsNeed(access, grantsOf(abilitiesOf('USER', companyId)))
  )
}
