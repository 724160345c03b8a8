import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useClient, useQuery } from 'urql'
import { searchFaq } from '#engine/faq/faqSearch.ts'
import { AskAssistantDocument, type AskAssistantQuery, AssistantPlacesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { FaqEntries } from '#web/parts/faq/FaqEntries.tsx'
import { useFaq } from '#web/parts/faq/useFaq.ts'
import { localeOf } from '#web/texts/language.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { AssistantAnswer } from './AssistantAnswer.tsx'
import classes from './AssistantPage.module.css'
import { useTalk } from './useTalk.ts'

type Answer = AskAssistantQuery['ask']

const MAX_LENGTH = 300
/** Machines that are offered as a first question. */
const MOST_PLACES = 4
/** Entries that are offered where a question was not understood. */
const MOST_ENTRIES = 3

/** Returns the assistant (U-113): questions in words, answered by the operations of the API with the page that shows the same. */
export function AssistantPage() {
  const { t, i18n } = useTexts('assistant')
  const locale = localeOf(i18n)
  const client = useClient()
  const viewer = useViewer()
  const { readable } = viewer
  const { index } = useFaq(locale)
  const [places] = useQuery({ query: AssistantPlacesDocument })
  const [text, setText] = useState('')
  const [isAsking, setAsking] = useState(false)
  const isSlow = useDelayed(isAsking)
  const { exchanges, add, memory } = useTalk(`${viewer.id} ${viewer.company?.id ?? ''}`)
  usePageTitle(t('page.bot'))

  const ask = async (question: string, from: 'CHOICE' | 'FIELD') => {
    const asked = question.trim()
    if (asked === '' || isAsking) return
    setAsking(true)
    // At once: what is typed until the answer comes is the next question.
    if (from === 'FIELD') setText('')
    const { data, error } = await client
      .query(AskAssistantDocument, { question: asked, context: { ...memory.kept(), language: locale } }, { requestPolicy: 'network-only' })
      .toPromise()
    const answer = data?.ask ?? null
    if (answer?.memory) {
      const { workCenterId, groupId, isMine, jobOrderId } = answer.memory
      memory.keep({ workCenterId, groupId, isMine, jobOrderId })
    }
    const [problem] = problemsOf(error)
    add({ question: asked, answer, problem: problem ? problemText(t, problem) : null })
    if (error !== undefined && from === 'FIELD') setText((typed) => (typed === '' ? asked : typed))
    setAsking(false)
  }
  const last = exchanges.at(-1)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (last !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  const nearest = (question: string) =>
    index === null ? [] : searchFaq(index, question, { readable, screen: null }).slice(0, MOST_ENTRIES)
  const offers = (places.data?.workCenters ?? []).slice(0, MOST_PLACES).map(({ name }) => t('example.doing', { name }))
  return (
    <>
      <PageHeading>{t('page.bot')}</PageHeading>
      <p className={classes['about']}>{t('about')}</p>
      {exchanges.length === 0 && (
        <ul className={classes['chips']} aria-label={t('examples')}>
          {[...offers, t('example.losses'), t('example.unexplained'), t('example.worst')].map((offer) => (
            <li key={offer}>
              <ActionButton onClick={() => void ask(offer, 'CHOICE')}>{offer}</ActionButton>
            </li>
          ))}
        </ul>
      )}
      <ol className={classes['talk']} aria-live="polite" aria-label={t('talk')}>
        {exchanges.map(({ question, answer, problem }, place) => (
          // Rows are only added.
          <li key={place}>
            <p className={classes['question']}>{question}</p>
            {answer !== null && <AssistantAnswer answer={answer} onChoose={(name) => void ask(`${question} ${name}`, 'CHOICE')} />}
            {problem !== null && <p className={classes['wrong']}>{problem}</p>}
            {(problem !== null || (answer !== null && needsFaq(answer))) && <FaqEntries entries={nearest(question)} />}
          </li>
        ))}
      </ol>
      {isSlow && <p className={classes['about']}>{t('state.loading')}</p>}
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void ask(text, 'FIELD')
        }}
        onKeyDown={(event) => {
          // As in a terminal: what was asked last, to change it.
          if (event.key !== 'ArrowUp' || text !== '' || last === undefined) return
          event.preventDefault()
          setText(last.question)
        }}
      >
        <TextField name="question" label={t('question')} value={text} onChange={setText} maxLength={MAX_LENGTH} />
        <ActionButton isMain isSubmit isBusy={isAsking}>
          {t('ask')}
        </ActionButton>
      </form>
      <div ref={end} />
      <p>
        <Link to="/support" search={last === undefined ? {} : { text: last.question }}>
          {t('support')}
        </Link>
      </p>
    </>
  )
}

/** What no figure answers: a term, a way to do something, or words that mean nothing here. */
function needsFaq({ kind, intent }: Answer): boolean {
  return kind === 'NOT_UNDERSTOOD' || intent === 'TERM' || intent === 'HOW_TO'
}
