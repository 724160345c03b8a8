import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { AssistantPlacesDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { visitedPlaces } from '#web/base/visitedPlaces.ts'
import { AskChips } from '#web/parts/assistant/AskChips.tsx'
import { ExchangeView } from '#web/parts/assistant/ExchangeView.tsx'
import { NextPeriods } from '#web/parts/assistant/NextPeriods.tsx'
import { useAsking } from '#web/parts/assistant/useAsking.ts'
import { visitedFirst } from '#web/parts/assistant/visitedFirst.ts'
import { useFaq } from '#web/parts/faq/useFaq.ts'
import { localeOf } from '#web/texts/language.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { usePageTitle } from '#web/ui/pageTitle.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import classes from './AssistantPage.module.css'

const MAX_LENGTH = 300
/** Machines that are offered as a first question. */
const MOST_PLACES = 4

/** Returns the assistant (U-113): questions in words, answered by the operations of the API with the page that shows the same. */
export function AssistantPage() {
  const { t, i18n } = useTexts('assistant')
  const viewer = useViewer()
  const { index } = useFaq(localeOf(i18n))
  const [places] = useQuery({ query: AssistantPlacesDocument })
  const [text, setText] = useState('')
  const { exchanges, isAsking, ask: asking } = useAsking()
  const isSlow = useDelayed(isAsking)
  usePageTitle(t('page.bot'))

  const ask = async (question: string, from: 'CHOICE' | 'FIELD') => {
    const asked = question.trim()
    if (asked === '' || isAsking) return
    // At once: what is typed until the answer comes is the next question.
    if (from === 'FIELD') setText('')
    const exchange = await asking(asked)
    if (exchange?.problem != null && from === 'FIELD') setText((typed) => (typed === '' ? asked : typed))
  }
  const choose = (question: string) => void ask(question, 'CHOICE')
  const last = exchanges.at(-1)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (last !== undefined) end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  const visited = visitedPlaces({ userId: viewer.id, companyId: viewer.company?.id ?? '' })
  const offers = visitedFirst(places.data?.workCenters ?? [], visited)
    .slice(0, MOST_PLACES)
    .map(({ name }) => t('example.doing', { name }))
  return (
    <>
      <PageHeading>{t('page.bot')}</PageHeading>
      <p className={classes['about']}>{t('about')}</p>
      {exchanges.length === 0 && (
        <AskChips
          label={t('examples')}
          choices={[...offers, t('example.losses'), t('example.unexplained'), t('example.worst')]}
          onChoose={choose}
        />
      )}
      <ol className={classes['talk']} aria-live="polite" aria-label={t('talk')}>
        {exchanges.map((exchange, place) => (
          // Rows are only added.
          <li key={place}>
            <ExchangeView exchange={exchange} index={index} onChoose={choose} />
          </li>
        ))}
      </ol>
      {isSlow && <p className={classes['about']}>{t('state.loading')}</p>}
      {last !== undefined && <NextPeriods last={last} onChoose={choose} />}
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
