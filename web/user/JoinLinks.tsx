import { useState } from 'react'
import { RevokeJoinLinkDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ExpiryNote } from './ExpiryNote.tsx'
import { JoinLinkDialog } from './JoinLinkDialog.tsx'
import classes from './Parts.module.css'
import type { JoinLink, PartProps } from './people.ts'
import { TeamName } from './TeamName.tsx'

/** Returns the links by which everybody who has one may join, and the way to make and revoke them. */
export function JoinLinks(part: PartProps) {
  const { t } = useTexts('user')
  const [isOpen, setOpen] = useState(false)
  const links = part.people.joinLinks ?? []
  return (
    <section className={classes['section']} aria-labelledby="join-links">
      <div className={classes['sectionHead']}>
        <h2 id="join-links">{t('link.title')}</h2>
        <ActionButton onClick={() => setOpen(true)}>{t('link.create')}</ActionButton>
      </div>
      <p className={classes['note']}>{t('link.help')}</p>
      {links.length > 0 && (
        <ul className={classes['cards']}>
          {links.map((link) => (
            <JoinLinkCard key={link.id} link={link} onChanged={part.onChanged} />
          ))}
        </ul>
      )}
      <JoinLinkDialog {...part} isOpen={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}

function JoinLinkCard({ link, onChanged }: { readonly link: JoinLink; readonly onChanged: () => void }) {
  const { t } = useTexts('user')
  const revokeJoinLink = useChange(RevokeJoinLinkDocument)
  const revoke = async () => {
    const { data, problems } = await revokeJoinLink.run({ id: link.id })
    showToast(data ? t('link.revoked') : problems.map((one) => problemText(t, one)).join('. '))
    if (data) onChanged()
  }
  return (
    <li className={classes['card']}>
      <div className={classes['what']}>
        <span className={classes['name']}>{t('link.as', { role: t(`role.${link.role}`) })}</span>
        <span className={classes['meta']}>
          {link.team && <TeamName {...link.team} />}
          <ExpiryNote expiresOn={link.expiresOn} isExpired={link.isExpired} />
          <span>{t('link.uses', { count: link.uses })}</span>
        </span>
      </div>
      <div className={classes['buttons']}>
        <ActionButton isDanger isBusy={revokeJoinLink.isBusy} onClick={() => void revoke()}>
          {t('link.revoke')}
        </ActionButton>
      </div>
    </li>
  )
}
