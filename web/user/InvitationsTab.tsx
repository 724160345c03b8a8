import { ResendInvitationDocument, RevokeInvitationDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExpiryNote } from './ExpiryNote.tsx'
import { JoinLinks } from './JoinLinks.tsx'
import classes from './Parts.module.css'
import type { Invitation, PartProps } from './people.ts'
import { InvitationsFile } from './PeopleFiles.tsx'
import { TeamName } from './TeamName.tsx'

/** Returns who was invited and has not joined yet, and the links by which people may join. */
export function InvitationsTab({ onInvite, ...part }: PartProps & { readonly onInvite: () => void }) {
  const { t } = useTexts('user')
  const { people, isManager } = part
  return (
    <>
      <section className={classes['section']} aria-labelledby="invitations">
        <div className={classes['sectionHead']}>
          <h2 id="invitations">{t('invitation.title')}</h2>
          {people.invitations.length > 0 && <InvitationsFile invitations={people.invitations} />}
        </div>
        {people.invitations.length === 0 ? (
          <EmptyState title={t('invitation.none')} text={t('invitation.noneHelp')}>
            {isManager && <ActionButton onClick={onInvite}>{t('invite.open')}</ActionButton>}
          </EmptyState>
        ) : (
          <ul className={classes['cards']}>
            {people.invitations.map((invitation) => (
              <InvitationCard key={invitation.id} {...part} invitation={invitation} />
            ))}
          </ul>
        )}
      </section>
      {isManager && <JoinLinks {...part} />}
    </>
  )
}

function InvitationCard({ invitation, isManager, onChanged }: PartProps & { readonly invitation: Invitation }) {
  const { t } = useTexts('user')
  const resendInvitation = useChange(ResendInvitationDocument)
  const revokeInvitation = useChange(RevokeInvitationDocument)
  const { id, email } = invitation
  const resend = async () => {
    const { data, problems } = await resendInvitation.run({ id })
    showToast(data ? t('invitation.resent', { email }) : problems.map((one) => problemText(t, one)).join('. '))
    if (data) onChanged()
  }
  const revoke = async () => {
    const { data, problems } = await revokeInvitation.run({ id })
    showToast(data ? t('invitation.revoked', { email }) : problems.map((one) => problemText(t, one)).join('. '))
    if (data) onChanged()
  }
  return (
    <li className={classes['card']}>
      <div className={classes['what']}>
        <span className={classes['name']}>{email}</span>
        <span className={classes['meta']}>
          <span>{t(`role.${invitation.role}`)}</span>
          {invitation.team && <TeamName {...invitation.team} />}
          <ExpiryNote expiresOn={invitation.expiresOn} isExpired={invitation.isExpired} />
          {invitation.invitedBy && <span>{t('invitation.by', { name: invitation.invitedBy.fullName })}</span>}
        </span>
      </div>
      {isManager && (
        <div className={classes['buttons']}>
          <ActionButton isBusy={resendInvitation.isBusy} onClick={() => void resend()}>
            {t('invitation.resend')}
          </ActionButton>
          <ActionButton isDanger isBusy={revokeInvitation.isBusy} onClick={() => void revoke()}>
            {t('invitation.revoke')}
          </ActionButton>
        </div>
      )}
    </li>
  )
}
