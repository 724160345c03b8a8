import { useState } from 'react'
import { useQuery } from 'urql'
import { ReasonsToChooseDocument } from '#web/api/generated/graphql.ts'
import type { CardProps } from '#web/parts/outbox/cardProps.ts'
import type { EntryRefusal } from '#web/parts/outbox/outboxEntry.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { isClockKnown, serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ClassifyPanel.module.css'
import { lossEditOf, restatedEdit } from './lossEdit.ts'
import type { LossEditBody } from './lossEdit.ts'
import { presentLoss, saidInConflict } from './lossEditKind.ts'
import { ReasonTiles } from './ReasonTiles.tsx'

/** Refusals that have words of their own here. */
const TOLD = ['GONE', 'LOSS_APPROVED', 'LOSS_REASON_NOT_FOUND', 'SHIFT_CONFIRMED', 'TOO_OLD'] as const

/** Returns a decision about a loss that is not sent yet, or why it was refused and what a person may do about that. */
export function LossEditCard({ entry, onDrop, onAgain }: CardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const body = lossEditOf(entry)
  if (body === null) return <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
  const { edit, shown } = body
  const mine = shown.reason ?? t('unclassified')
  const range = `${format.dayMonth(Date.parse(edit.timeStart))}, ${[edit.timeStart, edit.timeEnd].map((at) => (at == null ? '…' : format.time(Date.parse(at)))).join('–')}`
  const what = edit.isMerge === true ? 'merge' : (edit.cuts ?? []).length > 0 ? 'cut' : edit.reasonId === undefined ? 'comment' : 'decision'
  const line = t(`what.${what}`, { range, reason: mine })
  const myTime = format.time(edit.at == null ? entry.madeAt : Date.parse(edit.at))
  const { refusal } = entry
  return (
    <div className={classes['card']}>
      <b>{line}</b>
      {edit.comment != null && edit.comment !== '' && <q className={classes['quote']}>{edit.comment}</q>}
      {refusal === null ? (
        <>
          <span className={classes['meta']}>{t('waiting', { time: myTime })}</span>
          <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
        </>
      ) : (
        <Refused body={body} refusal={refusal} mine={mine} myTime={myTime} line={line} onDrop={onDrop} onAgain={onAgain} />
      )}
    </div>
  )
}

type RefusedProps = Pick<CardProps, 'onAgain' | 'onDrop'> & {
  readonly body: LossEditBody
  readonly refusal: EntryRefusal
  readonly mine: string
  readonly myTime: string
  readonly line: string
}

function Refused({ body, refusal, mine, myTime, line, onDrop, onAgain }: RefusedProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  const [isCopied, setCopied] = useState(false)
  const present = presentLoss(refusal)
  const { code } = refusal
  const own = TOLD.find((one) => one === code)
  const again = () => onAgain(present === null ? body : restatedEdit(body, present, isClockKnown() ? serverNow() : null))
  if (code === 'CONFLICT' && present !== null) {
    const theirs = saidInConflict(body, present)
    return (
      <>
        <p>
          {t('problem.CONFLICT', {
            name: theirs.name ?? t('somebody'),
            theirs: present.reason?.name ?? t('unclassified'),
            theirTime: format.time(theirs.at),
            mine,
            myTime,
          })}
        </p>
        <div className={classes['actions']}>
          <ActionButton onClick={onDrop}>{t('keep')}</ActionButton>
          <ActionButton isMain onClick={again}>
            {t('replace', { reason: mine })}
          </ActionButton>
        </div>
      </>
    )
  }
  const copy = () => void navigator.clipboard.writeText(`${line} · ${t('waiting', { time: myTime })}`).then(() => setCopied(true))
  return (
    <>
      <p>
        <Explained>{own === undefined ? problemText(t, { code, field: refusal.field }) : t(`problem.${own}`, { mine })}</Explained>
      </p>
      {code === 'LOSS_REASON_NOT_FOUND' && <OtherReason body={body} onAgain={onAgain} />}
      <div className={classes['actions']}>
        {code === 'SHIFT_CONFIRMED' && <ActionButton onClick={copy}>{isCopied ? t('copied') : t('copy')}</ActionButton>}
        {code !== 'GONE' && code !== 'LOSS_APPROVED' && code !== 'LOSS_REASON_NOT_FOUND' && (
          <ActionButton onClick={again}>{t('again')}</ActionButton>
        )}
        <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
      </div>
    </>
  )
}

/** The tiles of the work center, for a reason that is no longer offered. */
function OtherReason({ body, onAgain }: Pick<CardProps, 'onAgain'> & { readonly body: LossEditBody }) {
  const { t } = useTexts('outbox')
  const { workCenterId, source = 'STATUS' } = body.edit
  const [result] = useQuery({ query: ReasonsToChooseDocument, variables: { workCenterId, source } })
  if (result.data === undefined) return null
  return (
    <section aria-label={t('chooseOther')}>
      <ReasonTiles
        choices={result.data.lossCategories.map(({ reason }) => reason)}
        chosenId={null}
        onChoose={({ id, name, type }, how) =>
          onAgain({
            ...body,
            edit: { ...body.edit, ...how, reasonId: id },
            shown: { ...body.shown, reason: name, reasonType: type, isReason: true },
          })
        }
      />
    </section>
  )
}
