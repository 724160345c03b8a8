import { Suspense } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { LossWorthProps } from './LossWorth.tsx'

const LossWorth = lazyPart<LossWorthProps>(() =>
  withTexts('shiftInsight', import('./LossWorth.tsx')).then((module) => ({ default: module.LossWorth })),
)

/** Returns what one minute less of the loss would have been worth, with code and texts that load when it is first shown. */
export function LazyLossWorth(props: LossWorthProps) {
  return (
    <Suspense fallback={null}>
      <LossWorth {...props} />
    </Suspense>
  )
}
