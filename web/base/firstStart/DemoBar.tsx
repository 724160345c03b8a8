import { useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './FirstStart.module.css'
import { ConnectMachineDialog } from './ConnectMachineDialog.tsx'

/** Returns the bar above every page of the demo company: its figures are simulated (U-28). */
export default function DemoBar() {
  const { t } = useTexts('firstStart')
  const [isOpen, setOpen] = useState(false)
  return (
    <aside className={classes['demo']} aria-label={t('demo.label')}>
      <p>{t('demo.text')}</p>
      <button type="button" onClick={() => setOpen(true)}>
        {t('demo.connect')}
      </button>
      <ConnectMachineDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </aside>
  )
}
