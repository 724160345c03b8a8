import { useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useCurrentPageTitle } from '#web/ui/pageTitle.ts'
import { useCurrentPrintedPeriod } from '#web/ui/printedPeriod.ts'
import { usePrinting } from '#web/ui/printing.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import { offsetName, zoneOffset } from '#web/ui/zone.ts'
import classes from './PrintHead.module.css'

/** Returns the head of a printed page: company, machine and page, period, zone, and when it was printed; nothing on a screen (U-47). */
export function PrintHead() {
  return usePrinting() ? <Head /> : null
}

function Head() {
  const { t } = useCommonTexts()
  const { company } = useViewer()
  const page = useCurrentPageTitle()
  const period = useCurrentPrintedPeriod()
  const own = useFormat().timeZone
  const timeZone = period?.timeZone ?? own
  const format = useZoneFormat(timeZone)
  const [now] = useState(serverNow)
  const zone = `${timeZone.replaceAll('_', ' ')} (${offsetName(zoneOffset(timeZone, now))})`
  const written = (parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined && part !== '').join(' · ')
  return (
    <div className={classes['head']} data-print="only">
      <p className={classes['what']}>{written([company?.name ?? 'Trueline', page])}</p>
      <p>{written([period?.text, zone, t('shell.printed', { time: format.dateTime(now) })])}</p>
    </div>
  )
}
