import type { ReactNode } from 'react'
import type { FaqEntry } from '#engine/faq/faqEntry.ts'
import classes from './faq.module.css'
import { FaqQuestion } from './FaqQuestion.tsx'

type FaqEntriesProps = {
  readonly entries: readonly FaqEntry[]
  /** The entry that is shown open; others open by a press. */
  readonly openId?: string | undefined
  /** What else can be done with an entry. */
  readonly actions?: (id: string) => ReactNode
}

/** Returns entries of the FAQ, each a question that unfolds its answer. */
export function FaqEntries({ entries, openId, actions }: FaqEntriesProps) {
  return (
    <ul className={classes['entries']}>
      {entries.map(({ id, question, text }) => (
        <li key={id}>
          <details open={id === openId || undefined} id={`faq-${id}`}>
            <summary>{question}</summary>
            {text.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {actions?.(id)}
            <FaqQuestion entry={id} />
          </details>
        </li>
      ))}
    </ul>
  )
}
