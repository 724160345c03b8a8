import { type FaqIndex, searchFaq } from '#engine/faq/faqSearch.ts'
import { useViewer } from '#web/api/viewer.ts'
import { FaqEntries } from '#web/parts/faq/FaqEntries.tsx'
import { AssistantAnswer } from './AssistantAnswer.tsx'
import type { Exchange } from './useTalk.ts'
import classes from './assistant.module.css'

/** Entries that are offered where a question was not understood. */
const MOST_ENTRIES = 3

type ExchangeViewProps = {
  readonly exchange: Exchange
  readonly index: FaqIndex | null
  /** Asks the question again with the name that was meant. */
  readonly onChoose: (question: string) => void
  /** A link of the answer was followed. */
  readonly onLeave?: (() => void) | undefined
}

/** Returns a question with its answer, or why there is none, and the entries of the FAQ that are nearest where no figure answers it. */
export function ExchangeView({ exchange: { question, answer, problem }, index, onChoose, onLeave }: ExchangeViewProps) {
  const { readable } = useViewer()
  const isRead = problem !== null || (answer !== null && needsFaq(answer))
  const nearest = isRead && index !== null ? searchFaq(index, question, { readable, screen: null }).slice(0, MOST_ENTRIES) : []
  return (
    <>
      <p className={classes['question']}>{question}</p>
      {answer !== null && <AssistantAnswer answer={answer} onChoose={(name) => onChoose(`${question} ${name}`)} onLeave={onLeave} />}
      {problem !== null && <p className={classes['wrong']}>{problem}</p>}
      {isRead && <FaqEntries entries={nearest} />}
    </>
  )
}

/** What no figure answers: a term, a way to do something, or words that mean nothing here. */
function needsFaq({ kind, intent }: NonNullable<Exchange['answer']>): boolean {
  return kind === 'NOT_UNDERSTOOD' || intent === 'TERM' || intent === 'HOW_TO'
}
