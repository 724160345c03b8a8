import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MIN_COMMENT_LENGTH, saysEnough } from '#engine/shift/confirmation.ts'
import { SHIFT_GRACE_MS } from '#engine/shift/shiftStatus.ts'
import { ConfirmShiftDocument, type OpenedShiftFragment } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ClosingAssistant.module.css'
import { changedSince, type Seen, STEP_OF_ISSUE } from './closing.view.ts'

const PHRASES = ['device', 'unknown', 'later', 'absent'] as const
const NOW_STEP_MS = 5_000

type ConfirmStepProps = {
  readonly shift: OpenedShiftFragment
  readonly id: number
  readonly name: string
  /** Stops without a reason as the screen knows them: it is ahead of what the server counted. */
  readonly openStops: number
  /** Of the series in which shifts are closed; '' for one alone. */
  readonly date: string
  readonly onChanged: () => void
}

/** Returns the confirmation: at once without issues, with words of at least three characters for what is left; what another person changed meanwhile is told. */
export function ConfirmStep({ shift, id, name, openStops, date, onChanged }: ConfirmStepProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const now = useCoarseNow(NOW_STEP_MS)
  const change = useChange(ConfirmShiftDocument)
  const [comment, setComment] = useState(shift.comment ?? '')
  const [isTried, setTried] = useState(false)
  const [seen, setSeen] = useState<Seen>(() => seenOf(shift))
  const closesAt = Date.parse(shift.timeEnd) + SHIFT_GRACE_MS
  const issues = [
    ...(openStops > 0 ? [{ code: 'UNCLASSIFIED_LOSSES' as const, count: openStops }] : []),
    ...shift.issues.filter(({ code }) => code !== 'UNCLASSIFIED_LOSSES'),
  ]
  const isEnough = saysEnough(comment)
  const [problem] = change.problems
  const confirmed = change.saved?.data.confirmShift ?? null
  const changes = changedSince(seen, seenOf(shift))
  const confirm = async () => {
    setTried(true)
    if (issues.length > 0 && !isEnough) return
    const said = comment.trim()
    const { data } = await change.run({ id, comment: said === '' ? null : said, version: shift.version ?? null })
    onChanged()
    if (data !== null) setSeen(seenOf(data.confirmShift))
  }
  if (confirmed !== null || shift.status === 'CONFIRMED') {
    const by = confirmed ?? shift
    return (
      <div className={classes['closed']}>
        <p role="status">
          <Icon name="check" size={18} />{' '}
          {t('report.confirmedBy', {
            name: by.confirmedBy?.fullName ?? '',
            time: format.dateTime(by.confirmedOn == null ? null : Date.parse(by.confirmedOn)),
          })}
        </p>
        {confirmed === null && comment.trim() !== '' && comment !== (shift.comment ?? '') && (
          <TextField name="comment" label={t('confirmStep.kept')} value={comment} onChange={setComment} isLong isReadOnly />
        )}
        <div className={classes['buttons']}>
          <Link to="/shifts/$shiftId" params={{ shiftId: String(id) }} className={classes['link']}>
            {t('assistant.report')}
          </Link>
          <Link
            to="/shifts"
            search={date === '' ? { tab: 'unclosed', range: 'last31' } : { close: true, date }}
            className={classes['link']}
          >
            {t('confirmStep.back')}
          </Link>
        </div>
      </div>
    )
  }
  return (
    <>
      {changes.length > 0 && (
        <div className={classes['changed']} role="alert">
          <p>{t('confirmStep.changed')}</p>
          <ul>
            {changes.map((one) => (
              <li key={one}>{one === 'comment' ? t('seen.comment', { comment: shift.comment ?? '—' }) : t(`seen.${one}`)}</li>
            ))}
          </ul>
        </div>
      )}
      {issues.length > 0 && (
        <>
          <p>{t('code.SHIFT_HAS_ISSUES')}</p>
          <ul>
            {issues.map(({ code, count }) => (
              <li key={code}>
                <Link
                  to="/shifts/$shiftId"
                  params={{ shiftId: String(id) }}
                  search={{ close: true, step: STEP_OF_ISSUE[code], ...(date !== '' && { date }) }}
                  className={classes['link']}
                >
                  {t(`lacks.${code}`, { count })}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {(issues.length > 0 || comment !== '') && (
        <>
          <TextField
            name="comment"
            label={t(issues.length > 0 ? 'close.why' : 'column.note')}
            value={comment}
            onChange={setComment}
            maxLength={2000}
            isLong
            error={isTried && issues.length > 0 && !isEnough ? t('close.tooShort', { min: MIN_COMMENT_LENGTH }) : null}
          />
          {issues.length > 0 && (
            <div className={classes['phrases']}>
              {PHRASES.map((phrase) => (
                <button key={phrase} type="button" className={classes['phrase']} onClick={() => setComment(t(`phrase.${phrase}`))}>
                  {t(`phrase.${phrase}`)}
                </button>
              ))}
            </div>
          )}
        </>
      )}
      {problem && <Alert className={classes['problem']}>{problemText(t, problem)}</Alert>}
      <div className={classes['buttons']}>
        <ActionButton
          isMain
          isBusy={change.isBusy}
          isDisabled={now < closesAt}
          {...(now < closesAt && { why: t('ready.progress', { time: format.time(closesAt) }) })}
          onClick={() => void confirm()}
        >
          {now < closesAt ? t('close.prepare', { time: format.time(closesAt) }) : t('confirmStep.confirm', { name })}
        </ActionButton>
      </div>
    </>
  )
}

function seenOf({ status, comment, revision }: Pick<OpenedShiftFragment, 'comment' | 'revision' | 'status'>): Seen {
  return { status, comment: comment ?? null, revision }
}
