import { useState } from 'react'
import { DeleteTeamDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import classes from './Parts.module.css'
import type { PartProps, Team } from './people.ts'
import { TeamsFile } from './PeopleFiles.tsx'
import { TeamDialog } from './TeamDialog.tsx'
import { TeamName } from './TeamName.tsx'

type TeamsTabProps = PartProps & { readonly onShow: (teamId: string) => void }

/** Returns the teams of the company: how many people each has, and the way to make, change and delete them. */
export function TeamsTab({ people, isManager, onChanged, onShow }: TeamsTabProps) {
  const { t } = useTexts('user')
  const [edited, setEdited] = useState<Team | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Team | null>(null)
  const create = <ActionButton onClick={() => setEdited('new')}>{t('team.create')}</ActionButton>
  return (
    <section className={classes['section']} aria-label={t('tab.teams')}>
      {people.teams.length === 0 ? (
        <EmptyState title={t('team.empty')} text={t('team.emptyHelp')}>
          {isManager && create}
        </EmptyState>
      ) : (
        <>
          <div className={classes['sectionHead']}>
            {isManager && <p className={classes['note']}>{t('team.emptyHelp')}</p>}
            <TeamsFile teams={people.teams} />
            {isManager && create}
          </div>
          <ul className={classes['cards']}>
            {people.teams.map((team) => (
              <li key={team.id} className={classes['card']}>
                <div className={classes['what']}>
                  <span className={classes['name']}>
                    <TeamName name={team.name} color={team.color} />
                  </span>
                  <span className={classes['meta']}>{t('team.members', { count: team.membersCount })}</span>
                </div>
                <div className={classes['buttons']}>
                  <ActionButton onClick={() => onShow(team.id)}>{t('team.show')}</ActionButton>
                  {isManager && <ActionButton onClick={() => setEdited(team)}>{t('team.edit')}</ActionButton>}
                  {isManager && (
                    <ActionButton isDanger onClick={() => setDeleting(team)}>
                      {t('team.delete')}
                    </ActionButton>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <TeamDialog edited={edited} teams={people.teams} onClose={() => setEdited(null)} onChanged={onChanged} />
      <DeleteTeam team={deleting} onClose={() => setDeleting(null)} onChanged={onChanged} />
    </section>
  )
}

type DeleteTeamProps = { readonly team: Team | null; readonly onClose: () => void; readonly onChanged: () => void }

function DeleteTeam({ team, onClose, onChanged }: DeleteTeamProps) {
  const { t } = useTexts('user')
  const deleteTeam = useChange(DeleteTeamDocument)
  const name = team?.name ?? ''
  const remove = async (id: string) => {
    const { data, problems } = await deleteTeam.run({ id })
    showToast(data ? t('team.deleted', { name }) : problems.map((one) => problemText(t, one)).join('. '))
    onClose()
    onChanged()
  }
  return (
    <ConfirmDialog
      isOpen={team !== null}
      title={t('team.question', { name })}
      confirmLabel={t('team.confirm')}
      cancelLabel={t('form.cancel')}
      closeLabel={t('state.close')}
      isDanger
      isBusy={deleteTeam.isBusy}
      onConfirm={() => {
        if (team !== null) void remove(team.id)
      }}
      onClose={onClose}
    >
      <p>{t('team.deleteHelp', { count: team?.membersCount ?? 0 })}</p>
    </ConfirmDialog>
  )
}
