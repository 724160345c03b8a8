import { useCallback, useState } from 'react'
import { useClient } from 'urql'
import { type OrderBomLineFragment, OrderMaterialsDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { showToast } from '#web/base/toast.ts'
import { OrderTraveller } from '#web/parts/print/OrderTraveller.tsx'
import { PrintSheet } from '#web/parts/print/PrintSheet.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { OpenedOrder } from '../jobOrderForm.view.ts'

export type PrintOrderProps = {
  readonly order: OpenedOrder
  /** As the drawer shows them. */
  readonly facts: readonly (readonly [string, string])[]
}

/** Returns the button that prints the sheet that goes with the order, with its materials as they are then. */
export function PrintOrder({ order, facts }: PrintOrderProps) {
  const { t } = useTexts('jobOrder')
  const format = useFormat()
  const unitName = useUnitName()
  const client = useClient()
  const [isAsking, setAsking] = useState(false)
  /** What is being printed. */
  const [bom, setBom] = useState<readonly OrderBomLineFragment[] | null>(null)
  const printed = useCallback(() => setBom(null), [])
  const print = async () => {
    setAsking(true)
    const { data, error } = await client.query(OrderMaterialsDocument, { id: order.id }, { requestPolicy: 'network-only' }).toPromise()
    setAsking(false)
    const [problem] = problemsOf(error)
    if (data != null) setBom(data.jobOrder.bom)
    else showToast(problem === undefined ? t('state.wrong') : problemText(t, problem))
  }
  const unit = order.measurementUnit === null ? '' : unitName(order.measurementUnit)
  const plan = order.planOutput === null ? [] : ([[t('form.planOutput'), `${format.number(order.planOutput)} ${unit}`]] as const)
  return (
    <div>
      <ActionButton isBusy={isAsking} onClick={() => void print()}>
        {t('traveller.print')}
      </ActionButton>
      {bom !== null && (
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
