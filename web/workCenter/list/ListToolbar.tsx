import { useEffect, useRef, type ReactNode } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { PHONE, useMedia } from '#web/parts/list/table/useMedia.ts'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import { ToolbarSelect } from '#web/ui/ToolbarSelect.tsx'
import classes from './ListToolbar.module.css'
import { COLORS, type ListSearch, PHONE_SORTS, sortHere, SORTS, VIEWS } from './listSearch.view.ts'

/** Shown while the list is ordered by a column that is no order of its own here. */
const COLUMN_SORT = 'column' as const

type ListToolbarProps = {
  readonly search: ListSearch
  readonly filterCount: number
  readonly onChange: (next: Partial<ListSearch>) => void
  readonly onFilters: () => void
  /** At the end of the line. */
  readonly children: ReactNode
}

/** Returns the search field (key `/`), the filters (key `f`), the order, the colour and the view of the list. */
export function ListToolbar({ search, filterCount, onChange, onFilters, children }: ListToolbarProps) {
  const { t } = useCommonTexts()
  const openFilters = useRef(onFilters)
  useEffect(() => {
    openFilters.current = onFilters
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'f' || !isSingleKey(event)) return
      event.preventDefault()
      openFilters.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const isPhone = useMedia(PHONE)
  const shown = sortHere(search.sort, isPhone)
  const sorts = isPhone ? PHONE_SORTS : SORTS
  const isColumnSort = !SORTS.some((sort) => sort === shown)
  return (
    <div className={classes['toolbar']} role="search" data-print="no">
      <SearchField label={t('boxes.search')} value={search.q} onChange={(q) => onChange({ q })} />
      <button type="button" className={classes['filters']} aria-haspopup="dialog" aria-keyshortcuts="f" onClick={onFilters}>
        <Icon name="filter" size={18} />
        <span className={classes['filtersText']}>{t('boxes.filters')}</span>
        {filterCount > 0 && <span className={classes['count']}>{filterCount}</span>}
      </button>
      <div className={classes['sort']}>
        <ToolbarSelect
          label={t('boxes.sort')}
          value={isColumnSort ? COLUMN_SORT : shown}
          choices={(isColumnSort ? [...sorts, COLUMN_SORT] : sorts).map((sort) => ({ value: sort, label: t(`boxes.sorts.${sort}`) }))}
          onChange={(value) => onChange({ sort: SORTS.find((sort) => sort === value) ?? 'default' })}
        />
      </div>
      <div className={classes['color']}>
        <ChoiceGroup
          label={t('boxes.color')}
          value={search.color}
          choices={COLORS.map((color) => ({ value: color, label: t(`boxes.colors.${color}`) }))}
          onChange={(color) => onChange({ color })}
        />
      </div>
      <div className={classes['view']}>
        <ChoiceGroup
          label={t('boxes.view')}
          isLabelHidden
          value={search.view}
          choices={VIEWS.map((view) => ({ value: view, label: t(`boxes.views.${view}`) }))}
          onChange={(view) => onChange({ view })}
        />
      </div>
      {children}
    </div>
  )
}
