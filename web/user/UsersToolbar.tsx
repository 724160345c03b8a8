import { type RefObject, useEffect, useRef } from 'react'
import { ROLES } from '#engine/access/abilities.ts'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { useTexts } from '#web/parts/problem/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { People } from './people.ts'
import { SORTS, type UsersSearch } from './users.view.ts'
import classes from './UsersToolbar.module.css'

type UsersToolbarProps = {
  readonly people: People
  readonly search: UsersSearch
  readonly onChange: (next: Partial<UsersSearch>) => void
}

/** Returns the search (key `/`), the roles with how many have each, the team and, where the table has no heads to press, the order. */
export function UsersToolbar({ people, search, onChange }: UsersToolbarProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const field = useRef<HTMLInputElement>(null)
  useSlashKey(field)
  const roles = ROLES.filter((role) => search.roles.includes(role) || people.users.some((one) => one.role === role))
  return (
    <div className={classes['toolbar']} role="search">
      <label className={classes['search']}>
        <span className="hidden-text">{t('employees.search')}</span>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          placeholder={t('employees.search')}
          aria-keyshortcuts="/"
          value={search.q}
          onChange={(event) => onChange({ q: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onChange({ q: '' })
          }}
        />
        <kbd aria-hidden>/</kbd>
      </label>
      <div className={classes['roles']} role="group" aria-label={t('field.role')}>
        {roles.map((role) => {
          const isChosen = search.roles.includes(role)
          return (
            <button
              key={role}
              type="button"
              className={classes['role']}
              aria-pressed={isChosen}
              onClick={() => onChange({ roles: isChosen ? search.roles.filter((one) => one !== role) : [...search.roles, role] })}
            >
              {t(`role.${role}`)}{' '}
              <span className={classes['figure']}>{format.number(people.users.filter((one) => one.role === role).length)}</span>
            </button>
          )
        })}
      </div>
      <label className={classes['select']}>
        <span>{t('field.team')}</span>
        <select value={search.team} onChange={(event) => onChange({ team: event.currentTarget.value })}>
          <option value="">{t('team.all')}</option>
          {people.teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={NO_TEAM_ID}>{t('team.none')}</option>
        </select>
      </label>
      <label className={`${classes['select']} ${classes['narrow']}`}>
        <span>{t('employees.order')}</span>
        <select
          value={search.sort}
          onChange={(event) => onChange({ sort: SORTS.find((one) => one === event.currentTarget.value) ?? 'name', isDescending: false })}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog') !== null
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [field])
}
