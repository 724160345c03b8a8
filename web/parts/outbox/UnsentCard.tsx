import type { ReactNode } from 'react'
import { ConfirmedShiftLink } from '#web/parts/confirm/ConfirmedShiftLink.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Explained } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import type { EntryRefusal } from './outboxEntry.ts'
import classes from './UnsentCard.module.css'

type UnsentCardProps = {
  /** What was done, by name. */
  readonly what: string
  /** The words that were written with it. */
  readonly quote?: string | null | undefined
  /** What more there is to know of it. */
  readonly more?: ReactNode
  /** UTC ms: when it was said. */
  readonly saidAt: number
  /** Stands for "said at …" where that says too little. */
  readonly since?: string
  readonly refusal: EntryRefusal | null
  /** Sentences of refusals that mean something of their own here, by code; null for one without. */
  readonly sentenceOf?: (code: string) => string | null
  /** null = trying again leads nowhere. */
  readonly onAgain: (() => void) | null
  readonly onDrop: () => void
  /** Further ways out of a refusal, between "Try again" and "Remove". */
  readonly children?: ReactNode
}

/** Returns what a person did and what is not sent yet, or why it was refused and what may be done about that; each kind of entry tells it its own words. */
export function UnsentCard({ what, quote, more, saidAt, since, refusal, sentenceOf, onAgain, onDrop, children }: UnsentCardProps) {
  const { t } = useTexts('outbox')
  const format = useFormat()
  return (
    <div className={classes['card']}>
      <b>{what}</b>
      {quote != null && quote !== '' && <q>{quote}</q>}
      {more}
      <span className={classes['said']}>{since ?? t('waiting', { time: format.dateTime(saidAt) })}</span>
      {refusal !== null && (
        <p>
          <Explained>
            {sentenceOf?.(refusal.code) ??
              (refusal.code === 'TOO_OLD'
                ? t('problem.TOO_OLD')
                : problemText(t, { code: refusal.code, field: refusal.field, params: refusal.params }))}
          </Explained>
        </p>
      )}
      {refusal !== null && <ConfirmedShiftLink problems={[refusal]} />}
      <div className={classes['choices']}>
        {refusal !== null && onAgain !== null && <ActionButton onClick={onAgain}>{t('again')}</ActionButton>}
        {refusal !== null && children}
        <ActionButton onClick={onDrop}>{t('remove')}</ActionButton>
      </div>
    </div>
  )
}
