import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import classes from './ListToolbar.module.css'
import { COLORS, type ListSearch, SORTS, VIEWS } from './listSearch.view.ts'

type ListToolbarProps = {
  readonly search: ListSearch
  readonly filterCount: number
  readonly onChange: (next: Partial<ListSearch>) => void
  readonly onFilters: () => void
}

/** Returns the search field (key `/`), the filters (key `f`), the order, the colour and the view of the list. */
export function ListToolbar({ search, filterCount, onChange, onFilters }: ListToolbarProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const openFilters = useRef(onFilters)
  useEffect(() => {
    openFilters.current = onFilters
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.key !== '/' && event.key !== 'f') || !isSingleKey(event)) return
      event.preventDefault()
      if (event.key === 'f') openFilters.current()
      else field.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const isColumnSort = !SORTS.some((sort) => sort === search.sort)
  return (
    <div className={classes['toolbar']} role="search">
      <label className={classes['search']}>
        <span className="hidden-text">{t('boxes.search')}</span>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          placeholder={t('boxes.search')}
          aria-keyshortcuts="/"
          value={search.q}
          onChange={(event) => onChange({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onChange({ q: '' })
          }}
        />
        <kbd aria-hidden>/</kbd>
      </label>
      <button type="button" className={classes['filters']} aria-haspopup="dialog" aria-keyshortcuts="f" onClick={onFilters}>
        <Icon name="filter" size={18} />
        {t('boxes.filters')}
        {filterCount > 0 && <span className={classes['count']}>{filterCount}</span>}
      </button>
      <label className={classes['sort']}>
        <span>{t('boxes.sort')}</span>
        <select
          value={isColumnSort ? 'column' : search.sort}
          onChange={(event) => onChange({ sort: SORTS.find((sort) => sort === event.target.value) ?? 'default' })}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`boxes.sorts.${sort}`)}
            </option>
          ))}
          {isColumnSort && <option value="column">{t('boxes.sorts.column')}</option>}
        </select>
      </label>
      <div className={classes['color']}>
        <ChoiceGroup
          label={t('boxes.color')}
          value={search.color}
          choices={COLORS.map((color) => ({ value: color, label: t(`boxes.colors.${color}`) }))}
          onChange={(color) => onChange({ color })}
        />
      </div>
      <ChoiceGroup
        label={t('boxes.view')}
        isLabelHidden
        value={search.view}
        choices={VIEWS.map((view) => ({ value: view, label: t(`boxes.views.${view}`) }))}
        onChange={(view) => onChange({ view })}
      />
    </div>
  )
}
