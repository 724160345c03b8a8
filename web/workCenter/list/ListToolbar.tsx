import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { isSingleKey } from '#web/ui/singleKeys.ts'
import classes from './ListToolbar.module.css'
import { COLORS, type ListSearch, SORTS } from './workCenters.view.ts'

type ListToolbarProps = { readonly search: ListSearch; readonly onChange: (next: Partial<ListSearch>) => void }

/** Returns the search field (key `/`), the order and the colour of the cards. */
export function ListToolbar({ search, onChange }: ListToolbarProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
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
      <label className={classes['sort']}>
        <span>{t('boxes.sort')}</span>
        <select
          value={search.sort}
          onChange={(event) => onChange({ sort: SORTS.find((sort) => sort === event.target.value) ?? 'default' })}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`boxes.sorts.${sort}`)}
            </option>
          ))}
        </select>
      </label>
      <ChoiceGroup
        label={t('boxes.color')}
        value={search.color}
        choices={COLORS.map((color) => ({ value: color, label: t(`boxes.colors.${color}`) }))}
        onChange={(color) => onChange({ color })}
      />
    </div>
  )
}
