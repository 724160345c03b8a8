import { useTexts } from '#web/texts/useTexts.ts'
import { AskChips } from './AskChips.tsx'
import type { Exchange } from './useTalk.ts'

const PERIODS = ['shift', 'today', 'yesterday', 'week'] as const

type NextPeriodsProps = {
  readonly last: Exchange
  readonly onChoose: (question: string) => void
}

/** Returns the periods of which the last question can be asked again by one press; nothing where no period changes the answer. */
export function NextPeriods({ last, onChoose }: NextPeriodsProps) {
  const { t } = useTexts('assistant')
  if (last.answer?.takesPeriod !== true) return null
  return <AskChips label={t('next.title')} choices={PERIODS.map((period) => t(`next.${period}`))} onChoose={onChoose} />
}
