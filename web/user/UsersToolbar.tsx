import { ROLES } from '#engine/access/abilities.ts'
import { NO_TEAM_ID } from '#engine/company/teamForm.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ToolbarSelect } from '#web/ui/ToolbarSelect.tsx'
import type { People } from './people.ts'
import { countOf } from './users.view.ts'
import type { UsersSearch } from './usersSearch.ts'
import classes from './UsersToolbar.module.css'

type UsersToolbarProps = {
  readonly people: People
  readonly search: UsersSearch
  readonly onChange: (next: Partial<UsersSearch>) => void
}

/** Returns the search (key `/`), the roles with how many have each, and the team. */
export function UsersToolbar({ people, search, onChange }: UsersToolbarProps) {
  const { t } = useTexts('user')
  const format = useFormat()
  const roles = ROLES.filter((role) => search.role.includes(role) || countOf(people.roleCounts, role) > 0)
  return (
    <div className={classes['toolbar']} role="search">
      <SearchField label={t('employees.search')} value={search.q} onChange={(q) => onChange({ q })} />
      <div className={classes['roles']} role="group" aria-label={t('field.role')}>
        {roles.map((role) => {
          const isChosen = search.role.includes(role)
          return (
            <button
              key={role}
              type="button"
              className={classes['role']}
              aria-pressed={isChosen}
              onClick={() => onChange({ role: isChosen ? search.role.filter((one) => one !== role) : [...search.role, role] })}
            >
              {t(`role.${role}`)} <span className={classes['figure']}>{format.number(countOf(people.roleCounts, role))}</span>
            </button>
          )
        })}
      </div>
      <ToolbarSelect
        label={t('field.team')}
        value={search.team}
        choices={[
          { value: '', label: t('team.all') },
          ...people.teams.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: String(NO_TEAM_ID), label: t('team.none') },
        ]}
        onChange={(team) => onChange({ team })}
      />
    </div>
  )
}
