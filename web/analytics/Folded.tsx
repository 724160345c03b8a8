import { lazy, Suspense, useState } from 'react'
import type { AnalyticsInput } from '#web/api/generated/graphql.ts'
import { withTexts } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './AnalyticsPage.module.css'

const AnalyticsChange = lazy(() =>
  withTexts('shiftInsight', import('./AnalyticsChange.tsx')).then((module) => ({ default: module.AnalyticsChange })),
)
const Trust = lazy(() => withTexts('shiftInsight', import('./Trust.tsx')).then((module) => ({ default: module.Trust })))

/** Returns how far the reasons can be trusted, once it is opened: each stop is looked at. */
export function HowSure({ input }: { readonly input: AnalyticsInput }) {
  const { t } = useTexts('analytics')
  const [isOpen, setOpen] = useState(false)
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

/** Returns why OEE changed, once it is opened: whose work, and whose share of the time. */
export function WhyChanged({ input }: { readonly input: AnalyticsInput }) {
  const { t } = useTexts('analytics')
  const [isOpen, setOpen] = useState(false)
  if (input.measure !== 'OEE' || input.comparison == null) return null
  return (
    <details className={classes['why']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('whyChanged')}</summary>
      {isOpen && (
        <Suspense fallback={null}>
          <AnalyticsChange input={input} />
        </Suspense>
      )}
    </details>
  )
}
