import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { SubscribeTo } from '#web/parts/subscription/laterDialog.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { EnergySearch } from '../energySearch.ts'

const ReportEnergy = lazyPart(() => import('./ReportEnergy.tsx'))

/** Returns the buttons and dialogs by which what the page shows becomes a report: at once, or regularly by e-mail. */
export function useEnergyReport(search: EnergySearch, clock: { readonly today: string; readonly zone: string }) {
  const { t } = useTexts('energy')
  const [opened, setOpened] = useState<'report' | 'subscribe' | null>(null)
  // They stay once they were opened, so that they close as any other.
  const [was, setWas] = useState({ report: false, subscribe: false })
  if (opened !== null && !was[opened]) setWas({ ...was, [opened]: true })
  const close = () => setOpened(null)
  const buttons: ReactNode = (
    <>
      <ActionButton onClick={() => setOpened('report')}>{t('report.open')}</ActionButton>
      <ActionButton onClick={() => setOpened('subscribe')}>{t('report.subscribe')}</ActionButton>
    </>
  )
  const [only, ...others] = search.wc
  const begins = {
    type: 'ENERGY' as const,
    periodicity: 'WEEKLY' as const,
    workCenterId: only === undefined || others.length > 0 ? '' : `${only}`,
  }
  const dialogs: ReactNode = (
    <Suspense fallback={null}>
      {was.report && <ReportEnergy {...clock} search={search} isOpen={opened === 'report'} onClose={close} />}
      {was.subscribe && <SubscribeTo begins={opened === 'subscribe' ? begins : null} onClose={close} />}
    </Suspense>
  )
  return { buttons, dialogs }
}
