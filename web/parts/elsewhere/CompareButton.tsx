import { Suspense, useState } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import type { CompareOrderProps } from './CompareOrder.tsx'

const CompareOrder = lazyPart<CompareOrderProps>(() => import('./CompareOrder.tsx').then((module) => ({ default: module.CompareOrder })))

/** Returns the button that shows an order as the other system has it beside what it is here. */
export function CompareButton(order: Omit<CompareOrderProps, 'onClose'>) {
  const { t } = useTexts('elsewhere')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>
        {t('compare.act')} <span className="hidden-text">{order.orderCode}</span>
      </ActionButton>
      {isOpen && (
        <Suspense>
          <CompareOrder {...order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
