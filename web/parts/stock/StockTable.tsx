import type { StockRowFragment } from '#web/api/generated/graphql.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { type Column, Table } from '#web/ui/Table.tsx'
import classes from './Stock.module.css'
import { actsOfStock, type StockAct } from './stockActs.view.ts'

type StockTableProps = {
  readonly stocks: readonly StockRowFragment[]
  readonly rights: { readonly mayUpdate: boolean; readonly mayManage: boolean }
  readonly onAct: (act: StockAct, stock: StockRowFragment) => void
}

/** Returns the stocks by item, each with what the person may do with it. */
export function StockTable({ stocks, rights, onAct }: StockTableProps) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const unitName = useUnitName()
  const batchOf = ({ batch }: StockRowFragment) =>
    batch === null ? (
      <span className={classes['muted']}>{t('noBatch')}</span>
    ) : (
      <span className={classes['lines']}>
        <span>{batch.code}</span>
        {batch.expiresOn !== null && (
          <span className={classes[batch.isExpired ? 'danger' : 'muted']}>
            {t(batch.isExpired ? 'expired' : 'expires', { day: format.day(Date.parse(batch.expiresOn)) })}
          </span>
        )}
      </span>
    )
  const placeOf = ({ workCenter, installedOn }: StockRowFragment) => {
    if (workCenter === null) return <span className={classes['muted']}>{t('place.none')}</span>
    const since = installedOn === null ? null : Date.parse(installedOn)
    return (
      <span className={classes['lines']}>
        <span>{workCenter.name}</span>
        {since !== null && (
          <span className={classes['muted']}>{t('since', { at: `${format.dayMonth(since)}, ${format.time(since)}` })}</span>
        )}
      </span>
    )
  }
  const actsOf = (stock: StockRowFragment) => (
    <span className={classes['acts']}>
      {actsOfStock(stock, rights).map((act) => (
        <ActionButton key={act} onClick={() => onAct(act, stock)}>
          {t(`act.${act}`)}
          <span className="hidden-text"> {stock.batch?.code ?? stock.item?.name}</span>
        </ActionButton>
      ))}
    </span>
  )
  const columns: readonly Column<StockRowFragment>[] = [
    {
      key: 'item',
      title: t('column.item'),
      cell: (stock) => (
        <span className={classes['lines']}>
          <b>{stock.item?.name ?? '—'}</b>
          <span className={classes['muted']}>{stock.item?.sku}</span>
          {/* On a phone what the other columns say stands here. */}
          <span className={classes['folded']}>
            {batchOf(stock)}
            {placeOf(stock)}
            {actsOf(stock)}
          </span>
        </span>
      ),
    },
    { key: 'batch', title: t('column.batch'), hideBelow: 600, cell: batchOf },
    {
      key: 'balance',
      title: t('column.balance'),
      isNumber: true,
      cell: ({ balance, item }) => (
        <span className={classes['amount']}>
          {numberText(balance, format.locale, true)} {item === null ? '' : unitName(item.measureUnit)}
        </span>
      ),
    },
    { key: 'place', title: t('column.place'), hideBelow: 600, cell: placeOf },
    { key: 'act', title: t('column.act'), hideBelow: 600, cell: actsOf },
  ]
  return <Table caption={t('title')} columns={columns} rows={stocks} rowKey={({ id }) => String(id)} />
}
