import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ListPaging } from '../pagingOf.ts'
import classes from './ListTable.module.css'

/** Returns which rows of how many are shown, how many a page has where that is chosen, and the way to the pages beside. */
export function ListPager({ page, size, total, isTotalExact, onPage, sizes }: ListPaging) {
  const { t } = useTexts('table')
  const format = useFormat()
  const [from, to] = [Math.min((page - 1) * size + 1, total), Math.min(page * size, total)]
  const counted = isTotalExact ? format.number(total) : t('moreThan', { count: format.number(total - 1) })
  return (
    <div className={classes['pager']} data-print="no">
      <p role="status">{t('shown', { from: format.number(from), to: format.number(to), total: counted })}</p>
      {sizes !== undefined && total > Math.min(...sizes.choices.map(Number)) && (
        <label className={classes['pageSize']}>
          <span>{t('rowsOnPage')}</span>
          <select name="size" value={String(size)} onChange={({ currentTarget }) => sizes.onSize(currentTarget.value)}>
            {sizes.choices
              .toSorted((left, right) => Number(left) - Number(right))
              .map((choice) => (
                <option key={choice} value={choice}>
                  {format.number(Number(choice))}
                </option>
              ))}
          </select>
        </label>
      )}
      {total > size && (
        <nav aria-label={t('pages')}>
          <ActionButton isDisabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </ActionButton>
          <ActionButton isDisabled={to >= total} onClick={() => onPage(page + 1)}>
            {t('next')}
          </ActionButton>
        </nav>
      )}
    </div>
  )
}
