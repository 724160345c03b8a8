import { lazy, Suspense, useState } from 'react'
import type { AnalyticsInput } from '#web/api/generated/graphql.ts'
import { daysOf, MOST_DAYS } from '#web/parts/why/periodChange.view.ts'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './AnalyticsPage.module.css'
import type { AnalyticsSearch } from './analyticsSearch.ts'

const PeriodChange = lazy(() =>
  withTexts('shiftInsight', import('#web/parts/why/PeriodChange.tsx')).then((module) => ({ default: module.PeriodChange })),
)
const Trust = lazy(() => withTexts('shiftInsight', import('./Trust.tsx')).then((module) => ({ default: module.Trust })))
const MOST_TRUST_DAYS = 31

/** Returns how far the reasons can be trusted, once it is opened; each stop is looked at, so of a month at most. */
export function HowSure({ input, days }: { readonly input: AnalyticsInput; readonly days: number }) {
  const { t } = useTexts('analytics')
  const [isOpen, setOpen] = useState(false)
  if (days > MOST_TRUST_DAYS) return null
  return (
    <details className={classes['why']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('trust')}</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <Trust input={input} />
        </Suspense>
      )}
    </details>
  )
}

/** Returns why OEE of all changed, once it is opened: whose work, and whose share of the time. */
export function WhyChanged({ search, dates: [from, to] }: { readonly search: AnalyticsSearch; readonly dates: readonly [string, string] }) {
  const { t } = useTexts('analytics')
  const [isOpen, setOpen] = useState(false)
  const isNarrowed = search.wcGroup.length > 0 || search.shift.length > 0 || search.weekday.length > 0
  if (search.cmp !== 'PREVIOUS' || isNarrowed || daysOf(from, to) > MOST_DAYS) return null
  return (
    <details className={classes['why']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('whyChanged')}</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <PeriodChange workCenterIds={search.wc} dates={{ from, to }} />
        </Suspense>
      )}
    </details>
  )
}
