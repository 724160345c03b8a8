import { useMemo, useState } from 'react'
import { useClient } from 'urql'
import { requiredInput } from '#engine/material/billOfMaterial.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ItemBomDocument, type OrderBomLineFragment, OrdersBesideDocument } from '#web/api/generated/graphql.ts'
import { lineEnd } from '#web/parts/stock/materials.view.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { OpenedOrder } from '../jobOrderForm.view.ts'
import { BomEditor } from './BomEditor.tsx'
import { inputOfBom, valuesOfBom } from './bomForm.view.ts'
import classes from './Items.module.css'
import { NotRead } from './NotRead.tsx'
import { useOrderMaterials } from './useOrderMaterials.ts'

export type OrderMaterialsProps = {
  readonly order: OpenedOrder
  readonly mayPlan: boolean
  readonly onChanged: () => void
}

/** Nobody measures material more finely than thousandths of its unit. */
const PLACES = 3

/** Returns what goes into an order: needed, taken, not covered and left at the machine; editable until work begins. */
export function OrderMaterials({ order: opened, mayPlan, onChanged }: OrderMaterialsProps) {
  const { id } = opened
  const { t } = useTexts('items')
  const { locale } = useFormat()
  const unitName = useUnitName()
  const client = useClient()
  const { order, error, ask, problems, isBusy, save } = useOrderMaterials(id, onChanged)
  const [isEditing, setEditing] = useState(false)
  const workCenterId = opened.workCenterId ?? 0
  const [{ data: beside }] = useFreshQuery(
    OrdersBesideDocument,
    useMemo(() => ({ workCenterId }), [workCenterId]),
    { workCenterIds: [workCenterId], kinds: ['order', 'output'] },
    { pause: order?.status !== 'PROGRESS' || opened.workCenterId === null },
  )
  if (order === undefined) return <NotRead error={error} onRetry={ask} />
  const mayEdit = mayPlan && (order.status === 'DRAFT' || order.status === 'PLANNED')
  const copyOfProduct = async () => {
    if (order.product === null) return
    const { data } = await client.query(ItemBomDocument, { id: order.product.id }, { requestPolicy: 'network-only' }).toPromise()
    if (data != null) await save({ bom: inputOfBom(valuesOfBom(data.item.bom, locale), locale) })
  }
  return (
    <section className={classes['section']} aria-labelledby={`bom-${id}`}>
      <h3 id={`bom-${id}`}>{t('bom.title')}</h3>
      {isEditing ? (
        <BomEditor
          lines={order.bom}
          productId={order.product?.id ?? null}
          save={(bom) => save({ bom })}
          onClose={() => setEditing(false)}
        />
      ) : (
        <>
          {order.bom.length === 0 ? (
            <p className={classes['muted']}>{t('bom.none')}</p>
          ) : (
            <BomTable
              lines={order.bom}
              made={order.madeOutput.totalOutput}
              endOf={order.status === 'PROGRESS' ? (line) => lineEnd(order, line, beside?.jobOrdersPages.items ?? [], serverNow()) : null}
              unit={opened.measurementUnit && unitName(opened.measurementUnit)}
            />
          )}
          {problems.map((problem) => (
            <Alert key={problem.code} className={classes['problem']}>
              {problemText(t, problem)}
            </Alert>
          ))}
          {mayEdit && (
            <div className={classes['acts']}>
              <ActionButton onClick={() => setEditing(true)}>{t('bom.edit')}</ActionButton>
              {order.bom.length === 0 && order.product !== null && (
                <ActionButton isBusy={isBusy} onClick={() => void copyOfProduct()}>
                  {t('bom.copy')}
                </ActionButton>
              )}
            </div>
          )}
        </>
      )}
    </section>
  )
}

type BomTableProps = {
  readonly lines: readonly OrderBomLineFragment[]
  readonly made: number
  /** Until when a line lasts; null while the order does not run. */
  readonly endOf: ((line: OrderBomLineFragment) => ReturnType<typeof lineEnd>) | null
  /** Of the product. */
  readonly unit: string | null
}

function BomTable({ lines, made, endOf, unit }: BomTableProps) {
  const { t } = useTexts('items')
  const format = useFormat()
  const unitName = useUnitName()
  const inUnit = (line: OrderBomLineFragment, quantity: number) =>
    `${numberText(Number(quantity.toFixed(PLACES)), format.locale, true)} ${unitName(line.measurementUnit)}`
  const neededFor = (line: OrderBomLineFragment, output: number) =>
    requiredInput({ requiredInput: line.requiredInputQuantity, expectedOutput: line.expectedOutputQuantity }, output)
  const columns: readonly Column<OrderBomLineFragment>[] = [
    {
      key: 'material',
      title: t('bom.material'),
      cell: (line) => (
        <span className={classes['lines']}>
          <b>{line.material?.name ?? '—'}</b>
          <span className={classes['muted']}>{line.material?.sku}</span>
        </span>
      ),
    },
    {
      key: 'needed',
      title: t('bom.needed'),
      isNumber: true,
      cell: (line) => (
        <span className={classes['lines']}>
          <span>{line.requiredQuantity === null ? '—' : inUnit(line, line.requiredQuantity)}</span>
          {made > 0 && <span className={classes['muted']}>{t('bom.forMade', { quantity: inUnit(line, neededFor(line, made)) })}</span>}
        </span>
      ),
    },
    {
      key: 'consumed',
      title: t('bom.consumed'),
      isNumber: true,
      cell: (line) => (
        <span className={classes['lines']}>
          <span>{inUnit(line, line.consumedQuantity)}</span>
          {line.uncoveredQuantity > 0 && (
            <span className={classes['warning']}>{t('bom.uncovered', { quantity: inUnit(line, line.uncoveredQuantity) })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'stock',
      title: t('bom.stock'),
      isNumber: true,
      cell: (line) => {
        if (line.stockQuantity === null) return <span className={classes['muted']}>{t('bom.notKept')}</span>
        const units = Math.floor((line.stockQuantity * line.expectedOutputQuantity) / line.requiredInputQuantity)
        return (
          <span className={classes['lines']}>
            <span>{inUnit(line, line.stockQuantity)}</span>
            <span className={classes['muted']}>{t('bom.lasts', { units: [format.number(units), unit].filter(Boolean).join(' ') })}</span>
            {endOf !== null && <Lasts {...endOf(line)} />}
          </span>
        )
      },
    },
  ]
  return <Table caption={t('bom.title')} columns={columns} rows={lines} rowKey={({ id }) => String(id)} />
}

/** Returns whether material lasts for the order that takes it, or when it will be empty. */
function Lasts({ isEnough, emptyAt }: Pick<ReturnType<typeof lineEnd>, 'emptyAt' | 'isEnough'>) {
  const { t } = useTexts('items')
  const format = useFormat()
  if (isEnough) return <span className={classes['muted']}>{t('bom.enough')}</span>
  return (
    <span className={classes['warning']}>{emptyAt === null ? t('bom.short') : t('bom.emptyAt', { time: format.dateTime(emptyAt) })}</span>
  )
}
