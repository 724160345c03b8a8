import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { ShiftChange } from './ShiftChange.tsx'
import type { Details } from './why.view.ts'

const LazyChange = lazyPart<ComponentProps<typeof ShiftChange>>(() =>
  withTexts('shiftInsight', import('./ShiftChange.tsx')).then((loaded) => ({ default: loaded.ShiftChange })),
)

/** Returns why OEE of the shift changed; its files are loaded when it is first asked for. */
export function WhyChange({ details: { workCenterId, timeStart, timeEnd } }: { readonly details: Details }) {
  return (
    <Suspense fallback={null}>
      <LazyChange
        level={3}
        workCenterId={workCenterId}
        timeStart={timeStart}
        period={{ from: Date.parse(timeStart), to: Date.parse(timeEnd) }}
      />
    </Suspense>
  )
}
