import { useTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { InviteList } from './invite.view.ts'
import classes from './InviteNotes.module.css'

type InviteNotesProps = {
  readonly list: InviteList
  readonly isEmpty: boolean
  /** Whether somebody tried to send: until then an empty field is no mistake. */
  readonly isEmptyShown: boolean
}

/** So many wrong entries are named; the rest is counted. */
const NAMED = 8

/** Returns notes on a list of addresses while typing: who is invited, which entries are wrong, repeated or already members. */
export function InviteNotes({ list, isEmpty, isEmptyShown }: InviteNotesProps) {
  const { t } = useTexts('user')
  if (isEmpty && !isEmptyShown) return null
  const rest = list.wrong.length - NAMED
  return (
    <div className={classes['notes']} role="status">
      {list.wrong.length > 0 && (
        <div className={classes['wrong']}>
          <p>
            <Icon name="alert" size={16} /> {t('invite.check')}
          </p>
          <ul>
            {list.wrong.slice(0, NAMED).map(({ line, text, problem }, index) => (
              <li key={index}>
                {t('invite.line', { line })} {problem === 'EMPTY' ? t('invite.emptyValue') : <q>{text}</q>}
              </li>
            ))}
            {rest > 0 && <li>{t('invite.more', { count: rest })}</li>}
          </ul>
        </div>
      )}
      {list.emails.length > 0 && (
        <p className={classes['good']}>
          <Icon name="check" size={16} /> {t('invite.found', { count: list.emails.length })}
        </p>
      )}
      {list.duplicates > 0 && <p>{t('invite.duplicates', { count: list.duplicates })}</p>}
      {list.members.length > 0 && <p>{t('invite.members', { emails: list.members.join(', ') })}</p>}
    </div>
  )
}
