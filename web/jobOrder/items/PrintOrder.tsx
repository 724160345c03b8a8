import { useCallback, useState } from 'react'
import type { OrderBomLineFragment } from '#web/api/generated/graphql.ts'
import { OrderTraveller } from '#web/parts/print/OrderTraveller.tsx'
import { PrintSheet } from '#web/parts/print/PrintSheet.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { OpenedOrder } from '../jobOrderForm.view.ts'

type PrintOrderProps = {
  readonly order: OpenedOrder
  /** As the drawer shows them. */
  readonly facts: readonly (readonly [string, string])[]
  readonly bom: readonly OrderBomLineFragment[]
}

/** Returns the button that prints the sheet that goes with the order. */
export function PrintOrder({ order, facts, bom }: PrintOrderProps) {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const unitName = useUnitName()
  const [isPrinting, setPrinting] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])
  const unit = order.measurementUnit === null ? '' : unitName(order.measurementUnit)
  const plan = order.planOutput === null ? [] : ([[t('form.planOutput'), `${format.number(order.planOutput)} ${unit}`]] as const)
  return (
    <div>
      <ActionButton onClick={() => setPrinting(true)}>{t('traveller.print')}</ActionButton>
      {isPrinting && (
        <PrintSheet size="A5" onPrinted={printed}>
          <OrderTraveller
            code={order.orderCode}
            title={order.product?.name ?? ''}
            facts={[...plan, ...facts]}
            materials={{
              title: t('traveller.materials'),
              rows: bom.map((line) => [
                `${line.material?.name ?? '—'} · ${line.material?.sku ?? ''}`,
                line.requiredQuantity === null
                  ? '—'
                  : `${numberText(line.requiredQuantity, format.locale, true)} ${unitName(line.measurementUnit)}`,
              ]),
            }}
            links={{ title: t('links.title'), rows: order.links.map(({ fileName, url }) => `${fileName}: ${url}`) }}
          />
        </PrintSheet>
      )}
    </div>
  )
}
