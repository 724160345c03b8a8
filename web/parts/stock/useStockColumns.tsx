import type { StockRowFragment } from '#web/api/generated/graphql.ts'
import type { ListColumn } from '#web/parts/list/listColumn.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { dayText } from './dayText.ts'
import type { StockEnd } from './materials.view.ts'
import classes from './Stock.module.css'
import { actsOfStock, type StockAct } from './stockActs.view.ts'

/** A stock, and until when it lasts where it is installed; null = no order there takes it. */
export type StockLine = StockRowFragment & { readonly end: StockEnd | null }

type ColumnOptions = {
  readonly rights: { readonly mayUpdate: boolean; readonly mayManage: boolean }
  readonly onAct: (act: StockAct, stock: StockRowFragment) => void
  readonly onOpen: (stock: StockRowFragment) => void
}

/** Returns the columns of the list of stocks, with what the person may do with each. */
export function useStockColumns({ rights, onAct, onOpen }: ColumnOptions): readonly ListColumn<StockLine>[] {
  const { t } = useTexts('stock')
  const format = useFormat()
  const unitName = useUnitName()
  const unitOf = ({ item }: StockLine) => (item === null ? '' : unitName(item.measureUnit))
  const untilOf = ({ end }: StockLine) => {
    if (end === null) return ''
    if (end.isEnough) return t('here.enough')
    return end.emptyAt === null ? t('here.short') : format.dateTime(end.emptyAt)
  }
  return [
    {
      key: 'item',
      title: t('column.item'),
      isTitle: true,
      width: 220,
      value: ({ item }) => item?.name ?? null,
      cell: (stock) => (
        <span className={classes['lines']}>
          <button type="button" className={classes['name']} data-open onClick={() => onOpen(stock)}>
            {stock.item?.name ?? '—'}
          </button>
          <span className={classes['muted']}>{stock.item?.sku}</span>
        </span>
      ),
    },
    { key: 'sku', title: t('search'), isOnlyInFile: true, value: ({ item }) => item?.sku ?? null, cell: ({ item }) => item?.sku },
    {
      key: 'batch',
      title: t('column.batch'),
      width: 150,
      isPlain: true,
      value: ({ batch }) => batch?.code ?? null,
      cell: ({ batch }) =>
        batch === null ? (
          <span className={classes['muted']}>{t('noBatch')}</span>
        ) : (
          <span className={classes['lines']}>
            <span>{batch.code}</span>
            {batch.expiresOn !== null && (
              <span className={classes[batch.isExpired ? 'danger' : 'muted']}>
                {t(batch.isExpired ? 'expired' : 'expires', { day: dayText(format, batch.expiresOn) })}
              </span>
            )}
          </span>
        ),
    },
    {
      key: 'expires',
      title: t('form.expiresOn'),
      isOnlyInFile: true,
      value: ({ batch }) => batch?.expiresOn ?? null,
      cell: ({ batch }) => batch?.expiresOn,
    },
    {
      key: 'balance',
      title: t('column.balance'),
      kind: 'number',
      width: 120,
      value: ({ balance }) => balance,
      cell: (stock) => (
        <span className={classes['amount']}>
          {numberText(stock.balance, format.locale, true)} {unitOf(stock)}
        </span>
      ),
    },
    { key: 'unit', title: t('column.unit'), isOnlyInFile: true, value: unitOf, cell: unitOf },
    {
      key: 'place',
      title: t('column.place'),
      width: 170,
      isPlain: true,
      value: ({ workCenter }) => workCenter?.name ?? null,
      cell: ({ workCenter, installedOn }) => {
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
      },
    },
    {
      key: 'since',
      title: t('column.since'),
      kind: 'instant',
      isOnlyInFile: true,
      value: ({ installedOn }) => (installedOn === null ? null : Date.parse(installedOn)),
      cell: ({ installedOn }) => installedOn,
    },
    {
      key: 'lasts',
      title: t('column.lasts'),
      kind: 'instant',
      width: 160,
      foldsBelow: 992,
      value: ({ end }) => end?.emptyAt ?? null,
      cell: (stock) => <span className={classes[stock.end !== null && !stock.end.isEnough ? 'warning' : 'muted']}>{untilOf(stock)}</span>,
    },
    {
      key: 'act',
      title: t('column.act'),
      width: 330,
      foldsBelow: 992,
      isPlain: true,
      cell: (stock) => (
        <span className={classes['acts']}>
          {actsOfStock(stock, rights).map((act) => (
            <ActionButton key={act} onClick={() => onAct(act, stock)}>
              {t(`act.${act}`)}
              <span className="hidden-text"> {stock.batch?.code ?? stock.item?.name}</span>
            </ActionButton>
          ))}
        </span>
      ),
    },
  ]
}
