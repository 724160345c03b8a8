import { useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { abilitiesOf, grantsOf } from '#engine/access/abilities.ts'
import { guardOf, meetsNeed } from '#engine/access/routeGuards.ts'
import { useViewer } from '#web/api/viewer.ts'
import { ConnectMachinePart } from '#web/base/firstStart/connectMachinePart.ts'
import { PHONE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import classes from './DemoBar.module.css'

/**
 * Returns the bar above every page of the demo company: its figures are simulated, and its settings are there to look at (U-28). It comes with the
 * frame and is one line, so that nothing moves.
 */
export function DemoBar() {
  const { t } = useCommonTexts()
  const { pathname } = useLocation()
  const companyId = useViewer().company?.id ?? ''
  const isPhone = useMedia(PHONE)
  const [isOpen, setOpen] = useState(false)
  const look = isSettingsPage(pathname, companyId) ? t('demoBar.look') : null
  return (
    <aside className={classes['demo']} aria-label={t('demoBar.label')} data-look={look === null ? undefined : true} data-print="no">
      <p>
        {[isPhone && look !== null ? null : t(isPhone ? 'demoBar.textShort' : 'demoBar.text'), look]
          .filter((text) => text !== null)
          .join(' ')}
      </p>
      <button type="button" onClick={() => setOpen(true)}>
        {t(isPhone ? 'demoBar.connectShort' : 'demoBar.connect')}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ConnectMachinePart isOpen onClose={() => setOpen(false)} />
        </Suspense>
      )}
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
