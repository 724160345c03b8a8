import { useState } from 'react'
import { useClient } from 'urql'
import { requiredInput } from '#engine/material/billOfMaterial.ts'
import {
  ItemBomDocument,
  type OrderBomLineFragment,
  OrderMaterialsDocument,
  type OrderMaterialsQuery,
  SaveOrderMaterialsDocument,
} from '#web/api/generated/graphql.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { FieldProblem } from '#web/ui/form/useForm.ts'
import { KEYED } from '../keyed.ts'
import { BomEditor } from './BomEditor.tsx'
import { inputOfBom, valuesOfBom } from './bomForm.view.ts'
import classes from './Items.module.css'
import type { OpenedOrder } from '../jobOrderForm.view.ts'
import { ScrapEditor } from './ScrapEditor.tsx'

export type OrderMaterialsProps = {
  readonly order: OpenedOrder
  readonly mayPlan: boolean
  readonly onChanged: () => void
}

/** Nobody measures material more finely than thousandths of its unit. */
const PLACES = 3

type Scrap = OrderMaterialsQuery['jobOrder']['possibleScraps'][number]

/** Returns what goes into an order and what it may scrap: needed, taken, not covered and left at the machine; editable until work begins. */
export function OrderMaterials({ order: opened, mayPlan, onChanged }: OrderMaterialsProps) {
  const { id } = opened
  const { t } = useTexts('items')
  const { locale } = useFormat()
  const unitName = useUnitName()
  const client = useClient()
  const [result, ask] = useFreshQuery(OrderMaterialsDocument, { id }, { workCenterIds: null, kinds: ['order', 'output', 'stock'] })
  const { run, isBusy, problems } = useChange(SaveOrderMaterialsDocument, KEYED)
  const [editing, setEditing] = useState<'bom' | 'scrap' | null>(null)
  const order = result.data?.jobOrder
  if (order === undefined) {
    const [problem] = problemsOf(result.error)
    return result.error ? (
      <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
    ) : (
      <p role="status">{t('state.loading')}</p>
    )
  }
  const mayEdit = mayPlan && (order.status === 'DRAFT' || order.status === 'PLANNED')
  const save = async (input: object): Promise<readonly FieldProblem[]> => {
    const { data, problems: refused } = await run({ input: { ...input, id: order.id, version: order.version } })
    ask()
    if (data === null) return refused
    onChanged()
    return []
  }
  const copyOfProduct = async () => {
    if (order.product === null) return
    const { data } = await client.query(ItemBomDocument, { id: order.product.id }, { requestPolicy: 'network-only' }).toPromise()
    if (data != null) await save({ bom: inputOfBom(valuesOfBom(data.item.bom, locale), locale) })
  }
  return (
    <>
      <section className={classes['section']} aria-labelledby={`bom-${id}`}>
        <h3 id={`bom-${id}`}>{t('bom.title')}</h3>
        {editing === 'bom' ? (
          <BomEditor
            lines={order.bom}
            productId={order.product?.id ?? null}
            save={(bom) => save({ bom })}
            onClose={() => setEditing(null)}
          />
        ) : (
          <>
            {order.bom.length === 0 ? (
              <p className={classes['muted']}>{t('bom.none')}</p>
            ) : (
              <BomTable
                lines={order.bom}
                made={order.madeOutput.totalOutput}
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
                <ActionButton onClick={() => setEditing('bom')}>{t('bom.edit')}</ActionButton>
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
      {(order.possibleScraps.length > 0 || mayEdit) && (
        <section className={classes['section']} aria-labelledby={`scrap-${id}`}>
          <h3 id={`scrap-${id}`}>{t('scrap.title')}</h3>
          {editing === 'scrap' ? (
            <ScrapEditor
              scraps={order.possibleScraps}
              save={(possibleScraps) => save({ possibleScraps })}
              onClose={() => setEditing(null)}
            />
          ) : (
            <>
              {order.possibleScraps.length === 0 ? (
                <p className={classes['muted']}>{t('scrap.none')}</p>
              ) : (
                <ScrapTable scraps={order.possibleScraps} />
              )}
              {mayEdit && (
                <div>
                  <ActionButton onClick={() => setEditing('scrap')}>{t('scrap.edit')}</ActionButton>
                </div>
              )}
            </>
          )}
        </section>
      )}
    </>
  )
}

type BomTableProps = {
  readonly lines: readonly OrderBomLineFragment[]
  readonly made: number
  /** Of the product. */
  readonly unit: string | null
}

function BomTable({ lines, made, unit }: BomTableProps) {
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
          </span>
        )
      },
    },
  ]
  return <Table caption={t('bom.title')} columns={columns} rows={lines} rowKey={({ id }) => String(id)} />
}

function ScrapTable({ scraps }: { readonly scraps: readonly Scrap[] }) {
  const { t } = useTexts('items')
  const format = useFormat()
  const unitName = useUnitName()
  const columns: readonly Column<Scrap>[] = [
    {
      key: 'item',
      title: t('scrap.item'),
      cell: ({ item, confirmationRequired }) => (
        <span className={classes['lines']}>
          <b>{item?.name ?? '—'}</b>
          <span className={classes['muted']}>{confirmationRequired ? t('scrap.asked') : item?.sku}</span>
        </span>
      ),
    },
    {
      key: 'expected',
      title: t('scrap.expected'),
      isNumber: true,
      cell: ({ quantity, measurementUnit }) => `${numberText(quantity, format.locale, true)} ${unitName(measurementUnit)}`,
    },
    {
      key: 'confirmed',
      title: t('scrap.confirmed'),
      isNumber: true,
      cell: ({ confirmedQuantity, measurementUnit }) =>
        `${numberText(confirmedQuantity, format.locale, true)} ${unitName(measurementUnit)}`,
    },
  ]
  return <Table caption={t('scrap.title')} columns={columns} rows={scraps} rowKey={({ item }) => String(item?.id)} />
}
