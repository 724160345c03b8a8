import { DecideRoleRequestDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { MISSING } from '#web/ui/format.ts'
import classes from './Parts.module.css'
import type { PartProps, RoleRequest } from './people.ts'
import { RequestsFile } from './PeopleFiles.tsx'

/** Returns the role requests, each with its effect, to approve or decline (spec 000 §4, Invitation of employees). */
export function RequestsTab({ people, isManager, onChanged }: PartProps) {
  const { t } = useTexts('user')
  if (people.roleRequests.length === 0) return <EmptyState title={t('requests.none')} text={t('requests.noneHelp')} />
  return (
    <>
      <div className={classes['sectionHead']}>
        <RequestsFile requests={people.roleRequests} />
      </div>
      <ul className={classes['cards']}>
        {people.roleRequests.map((request) => (
          <RequestCard key={request.id} request={request} isManager={isManager} onChanged={onChanged} />
        ))}
      </ul>
    </>
  )
}

function RequestCard({ request, isManager, onChanged }: Omit<PartProps, 'people'> & { readonly request: RoleRequest }) {
  const { t } = useTexts('user')
  const format = useFormat()
  const decideRoleRequest = useChange(DecideRoleRequestDocument)
  const { user, requestedBy } = request
  const name = user?.fullName ?? MISSING
  const decide = async (isApproved: boolean) => {
    const { data, problems } = await decideRoleRequest.run({ id: request.id, isApproved })
    const done = isApproved ? t('requests.approved', { name }) : t('requests.declined', { name })
    showToast(data ? done : problems.map((one) => problemText(t, one)).join('. '))
    onChanged()
  }
  return (
    <li className={classes['card']}>
      <div className={classes['what']}>
        <span className={classes['name']}>{name}</span>
        <span>
          {user?.role == null ? MISSING : t(`role.${user.role}`)} → <b>{t(`role.${request.role}`)}</b>
        </span>
        {request.comment != null && <span className={classes['quote']}>{request.comment}</span>}
        <span className={classes['meta']}>
          <span>{format.dateTime(Date.parse(request.createdOn))}</span>
          {requestedBy && requestedBy.id !== user?.id && <span>{t('requests.by', { name: requestedBy.fullName })}</span>}
        </span>
      </div>
      {isManager && (
        <div className={classes['buttons']}>
          <ActionButton isBusy={decideRoleRequest.sent?.isApproved === false} onClick={() => void decide(false)}>
            {t('requests.decline')}
          </ActionButton>
          <ActionButton isMain isBusy={decideRoleRequest.sent?.isApproved === true} onClick={() => void decide(true)}>
            {t('requests.approve')}
          </ActionButton>
        </div>
      )}
    </li>
  )
}
