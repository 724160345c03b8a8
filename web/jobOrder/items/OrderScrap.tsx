import { useState } from 'react'
import type { OrderMaterialsQuery } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import classes from './Items.module.css'
import { NotRead } from './NotRead.tsx'
import type { OrderMaterialsProps } from './OrderMaterials.tsx'
import { ScrapEditor } from './ScrapEditor.tsx'
import { useOrderMaterials } from './useOrderMaterials.ts'

type Scrap = OrderMaterialsQuery['jobOrder']['possibleScraps'][number]

/** Returns what an order may scrap, expected and confirmed; editable until work begins. */
export function OrderScrap({ order: opened, mayPlan, onChanged }: OrderMaterialsProps) {
  const { id } = opened
  const { t } = useTexts('items')
  const { order, error, ask, save } = useOrderMaterials(id, onChanged)
  const [isEditing, setEditing] = useState(false)
  if (order === undefined) return <NotRead error={error} onRetry={ask} />
  const mayEdit = mayPlan && (order.status === 'DRAFT' || order.status === 'PLANNED')
  return (
    <section className={classes['section']} aria-labelledby={`scrap-${id}`}>
      <h3 id={`scrap-${id}`}>{t('scrap.title')}</h3>
      {isEditing ? (
        <ScrapEditor scraps={order.possibleScraps} save={(possibleScraps) => save({ possibleScraps })} onClose={() => setEditing(false)} />
      ) : (
        <>
          {order.possibleScraps.length === 0 ? (
            <p className={classes['muted']}>{t('scrap.none')}</p>
          ) : (
            <ScrapTable scraps={order.possibleScraps} />
          )}
          {mayEdit && (
            <div>
              <ActionButton onClick={() => setEditing(true)}>{t('scrap.edit')}</ActionButton>
            </div>
          )}
        </>
      )}
    </section>
  )
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
