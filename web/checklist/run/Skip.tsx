import { useRef, useState } from 'react'
import { SkipChecklistDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { CHECKLIST_SKIP, type Skipping } from '#web/parts/handIn/skipping.ts'
import { type Attempt, attemptOf, saidHere, sendOrKeep } from '#web/parts/outbox/attempt.ts'
import { useUnsent } from '#web/parts/outbox/useUnsent.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './Runner.module.css'

type SkipProps = {
  readonly id: number
  /** Its words for the list of what is not sent. */
  readonly told: Pick<Skipping, 'name' | 'place'>
  readonly onDone: () => void
}

/** Returns the way to say that nobody answers it, and why; without a connection that waits on the device. */
export function Skip({ id, told, onDone }: SkipProps) {
  const { t } = useTexts('checklist')
  // The key is made with the attempt, since the outbox sends the same under it.
  const skip = useChange(SkipChecklistDocument, { withKey: (variables) => variables })
  const unsent = useUnsent()
  const [reason, setReason] = useState<string | null>(null)
  const unknown = useRef<Attempt<Skipping['input']> | null>(null)
  if (reason === null)
    return (
      <div>
        <ActionButton onClick={() => setReason('')}>{t('skip.open')}</ActionButton>
      </div>
    )
  const say = async (isTakenOver: boolean) => {
    const written = { occurrenceId: id, reason, isTakenOver }
    const attempt = attemptOf<Skipping['input']>(written, saidHere(unsent.now(), actingUserId()), unknown.current)
    const how = await sendOrKeep(attempt, {
      isWaiting: unsent.isWaiting,
      send: async (input, requestKey) => (await skip.run({ ...input, requestKey })).problems,
      keep: (input, key) => unsent.addKeyed(CHECKLIST_SKIP, key, { input, ...told } satisfies Skipping),
    })
    unknown.current = how === 'UNKNOWN' ? attempt : null
    if (how === 'SENT' || how === 'KEPT') onDone()
  }
  const isOthers = skip.problems.some(({ code }) => code === 'ANSWERED_BY_ANOTHER')
  return (
    <div className={classes['more']}>
      <TextField name="reason" label={t('skip.reason')} value={reason} onChange={setReason} maxLength={1000} />
      <ActionButton isBusy={skip.isBusy} onClick={() => void say(false)}>
        {t('skip.do')}
      </ActionButton>
      {skip.problems.map((problem) => (
        <Alert key={problem.code} className={classes['bad']}>
          {problemText(t, problem)}
        </Alert>
      ))}
      {isOthers && (
        <ActionButton isBusy={skip.isBusy} onClick={() => void say(true)}>
          {t('skip.over')}
        </ActionButton>
      )}
    </div>
  )
}
