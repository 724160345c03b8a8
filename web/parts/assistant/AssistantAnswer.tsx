import { Link, useNavigate } from '@tanstack/react-router'
import type { AskAssistantQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { AskChips } from './AskChips.tsx'
import { useFactText, useSentenceText } from './useFactText.ts'
import classes from './assistant.module.css'

type AssistantAnswerProps = {
  readonly answer: AskAssistantQuery['ask']
  /** Asks the question again with the name that was meant. */
  readonly onChoose: (name: string) => void
  /** A link of the answer was followed. */
  readonly onLeave?: (() => void) | undefined
}

/** Returns an answer: what it is about, its lines, the page with the same filters, and how it is computed. */
export function AssistantAnswer({ answer, onChoose, onLeave }: AssistantAnswerProps) {
  const { t } = useTexts('assistant')
  const format = useFormat()
  const factText = useFactText()
  const sentenceText = useSentenceText()
  const navigate = useNavigate()
  const { kind, facts, link, explainedBy, moreCount, choices } = answer
  if (kind === 'NOT_UNDERSTOOD') return <p>{t('notUnderstood')}</p>
  if (kind === 'NO_RIGHT') return <p>{t('noRight')}</p>
  if (kind === 'ASKS_BACK')
    return (
      <>
        <p>{choices.length === 0 ? t('whichOrder') : t('which')}</p>
        <AskChips choices={choices.map(({ name }) => name)} onChoose={onChoose} />
      </>
    )
  const about = [
    answer.measure,
    period(answer, t('to'), (day) => format.date(Date.parse(`${day}T12:00:00Z`))),
    answer.shiftCode === null ? null : t('shift', { code: answer.shiftCode ?? '' }),
  ]
  const isFound = facts.length > 0
  const isRead = answer.intent === 'TERM' || answer.intent === 'HOW_TO'
  const elsewhere = isAboutPage(answer) ? t('isThere') : t('nothing')
  const sentence = answer.words ?? sentenceText(answer)
  const withoutFacts = isRead ? t('readThis') : elsewhere
  return (
    <div className={classes['answer']}>
      <p className={classes['about']}>{about.filter(Boolean).join(' · ')}</p>
      {sentence !== null && <p>{sentence}</p>}
      {isFound ? (
        <ul className={classes['facts']}>
          {facts.map((fact, at) => (
            <li key={at}>{factText(fact)}</li>
          ))}
        </ul>
      ) : (
        <p>{withoutFacts}</p>
      )}
      {answer.words != null && <p className={classes['about']}>{t('wordedByModel')}</p>}
      {answer.isChosenByModel && <p className={classes['about']}>{t('chosenByModel')}</p>}
      {moreCount > 0 && <p className={classes['about']}>{t('more', { count: moreCount })}</p>}
      <p className={classes['links']}>
        {link != null && (
          <a
            href={link}
            onClick={(event) => {
              if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onLeave?.()
              void navigate({ href: link })
            }}
          >
            {t('open')}
          </a>
        )}
        {isFound && explainedBy != null && (
          <Link to="/faq" search={{ entry: explainedBy }} onClick={onLeave}>
            {t('how')}
          </Link>
        )}
      </p>
    </div>
  )
}

function isAboutPage({ intent }: AskAssistantQuery['ask']): boolean {
  return intent === 'WHERE_IS' || intent === 'REPORT_LINK' || intent === 'SUPPORT'
}

function period({ dateFrom, dateTo }: AskAssistantQuery['ask'], to: string, written: (day: string) => string): string | null {
  if (dateFrom == null || dateTo == null) return null
  return dateFrom === dateTo ? written(dateFrom) : `${written(dateFrom)} ${to} ${written(dateTo)}`
}
