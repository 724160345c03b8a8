import { Suspense, useState } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { PeriodChangeProps } from '#web/parts/why/PeriodChange.tsx'
import { daysOf, MOST_DAYS } from '#web/parts/why/periodChange.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { ShiftsSearch } from '../shiftsSearch.ts'
import { datesOf } from './shifts.view.ts'
import classes from './ShiftsPage.module.css'

const PeriodChange = lazyPart<PeriodChangeProps>(() =>
  withTexts('shiftInsight', import('#web/parts/why/PeriodChange.tsx')).then((module) => ({ default: module.PeriodChange })),
)

/** Returns why OEE of the shown work centers differs from that of as many days before, once it is opened; nothing where the dates are open or too many. */
export function ChangeOfPeriod({ search, today }: { readonly search: ShiftsSearch; readonly today: string }) {
  const { t } = useTexts('shift')
  const [isOpen, setOpen] = useState(false)
  const { from, to } = datesOf(search, today)
  const until = to ?? today
  if (from === null || from > until || daysOf(from, until) > MOST_DAYS) return null
  return (
    <details className={classes['why']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('whyChanged')}</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <PeriodChange workCenterIds={search.wc} dates={{ from, to: until }} />
        </Suspense>
      )}
    </details>
  )
}
