import { useQuery } from 'urql'
import { PhrasesOfReasonDocument } from '#web/api/generated/graphql.ts'
import type { Choice } from '#web/parts/classify/stops.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { lastPhrases } from './operator.view.ts'
import classes from './ReasonPad.module.css'

type PhraseStepProps = {
  readonly workCenterId: number
  readonly reason: Choice
  readonly draft: string
  readonly onDraft: (text: string) => void
  readonly onSay: (comment: string) => void
  readonly onBack: () => void
}

const MAX_LENGTH = 2000

/** Returns the note that a reason needs: one tap on what was last said with it here, or a text (U-51). */
export function PhraseStep({ workCenterId, reason, draft, onDraft, onSay, onBack }: PhraseStepProps) {
  const { t } = useTexts('operator')
  const [result] = useQuery({ query: PhrasesOfReasonDocument, variables: { workCenterId, reasonId: reason.id } })
  const phrases = lastPhrases(result.data?.lossesPages.items.map(({ comment }) => comment) ?? [])
  const said = draft.trim()
  return (
    <section className={classes['step']} aria-label={t('note.for', { reason: reason.name })}>
      <h3>{t('note.for', { reason: reason.name })}</h3>
      {phrases.length > 0 && (
        <ul className={classes['chips']} data-tiles>
          {phrases.map((phrase, index) => (
            <li key={phrase}>
              <button type="button" className={classes['chip']} data-place={index + 1} onClick={() => onSay(phrase)}>
                {phrase}
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        rows={2}
        maxLength={MAX_LENGTH}
        value={draft}
        aria-label={t('note.text')}
        placeholder={t('note.text')}
        onChange={(event) => onDraft(event.target.value)}
      />
      <div className={classes['actions']}>
        <button type="button" className={classes['back']} onClick={onBack}>
          {t('back')}
        </button>
        <button type="button" className={`${classes['back']} ${classes['main']}`} disabled={said === ''} onClick={() => onSay(said)}>
          {t('classify.save', { reason: reason.name })}
        </button>
      </div>
    </section>
  )
}
