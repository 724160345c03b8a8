import { useMemo, useState } from 'react'
import { useFreshQuery } from '#web/api/fresh.ts'
import { StockMovementsDocument, type StockRowFragment } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { pagingOf } from '#web/parts/list/pagingOf.ts'
import { ListPager } from '#web/parts/list/table/ListPager.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { numberText } from '#web/ui/form/readNumber.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import classes from './Stock.module.css'

type StockPanelProps = {
  /** null = closed. */
  readonly stock: StockRowFragment | null
  readonly onClose: () => void
}

/** Returns the drawer with the movements of a batch, wherever it was, or of a stock without a batch: how much, why, where, when and by whom. */
export function StockPanel({ stock, onClose }: StockPanelProps) {
  const { t } = useTexts('stock')
  const name = stock?.batch?.code ?? stock?.item?.name ?? ''
  return (
    <SidePanel
      isOpen={stock !== null}
      onClose={onClose}
      side="right"
      title={stock === null ? '' : t('movements.title', { name })}
      closeLabel={t('state.close')}
    >
      {stock !== null && <Movements key={stock.id} stock={stock} />}
    </SidePanel>
  )
}

function Movements({ stock }: { readonly stock: StockRowFragment }) {
  const { t } = useTexts('stock')
  const format = useFormat()
  const unitName = useUnitName()
  const [page, setPage] = useState(1)
  const { id, item, batch } = stock
  const batchId = batch?.id ?? null
  const [result, ask] = useFreshQuery(
    StockMovementsDocument,
    useMemo(() => ({ ...(batchId === null ? { stockId: id } : { batchIds: [batchId] }), page }), [id, batchId, page]),
    { workCenterIds: null, kinds: ['stock', 'output'] },
  )
  const list = result.data?.stockMovements
  if (list === undefined) {
    const [problem] = problemsOf(result.error)
    if (!result.error) return <p role="status">{t('state.loading')}</p>
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  const unit = item === null ? '' : unitName(item.measureUnit)
  const { paging } = pagingOf(list, (next) => setPage(next.page))
  return (
    <div className={classes['view']}>
      <p className={classes['muted']}>
        {item?.name} · {item?.sku}
      </p>
      <ol className={classes['movements']}>
        {list.items.map(({ id: key, kind, quantity, at, comment, workCenter, createdBy, viaStation }) => (
          <li key={key}>
            <span className={classes['lines']}>
              <span>
                {t(`movements.kind.${kind}`)} · {workCenter?.name ?? t('movements.store')}
              </span>
              {comment !== null && <span className={classes['comment']}>{comment}</span>}
              <span className={classes['muted']}>
                {[format.dateTime(Date.parse(at)), createdBy?.fullName, viaStation?.fullName].filter(Boolean).join(' · ')}
              </span>
            </span>
            <b className={classes['amount']}>
              {quantity > 0 ? '+' : '−'}
              {numberText(Math.abs(quantity), format.locale, true)} {unit}
            </b>
          </li>
        ))}
      </ol>
      {paging !== undefined && <ListPager {...paging} />}
    </div>
  )
}
