import { Fragment, type ReactElement } from 'react'
import type { StoryFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import type { Format } from '#web/ui/format.ts'
import classes from './ShiftStory.module.css'
import { type StoryPiece, useStoryText } from './useStoryText.ts'

type ShiftStoryProps = {
  readonly sentences: readonly StoryFieldsFragment[]
  /** Of the plant, for the hours in it. */
  readonly format: Format
  /** Of good units. */
  readonly unit: string
  /** What a figure was counted from; null or left out where there is nothing to lead to. */
  readonly sourceOf?: (piece: StoryPiece, sentence: StoryFieldsFragment) => ReactElement | null
}

/** Returns the story of a shift, a sentence a line; nothing where there is nothing to tell. */
export function ShiftStory({ sentences, format, unit, sourceOf }: ShiftStoryProps) {
  const { t } = useTexts('shiftInsight')
  const say = useStoryText({ format, unit })
  if (sentences.length === 0) return null
  return (
    <section className={classes['story']} aria-label={t('title')}>
      <h2 className={classes['title']}>{t('title')}</h2>
      <ul className={classes['list']}>
        {sentences.map((sentence, index) => (
          <li key={`${sentence.kind} ${sentence.cause ?? ''} ${sentence.reason?.id ?? index}`} data-kind={sentence.kind}>
            {say(sentence).map((piece, place) => (
              // The pieces of a sentence have no other name than their place in it.
              <Fragment key={place}>{(piece.figure === null ? null : sourceOf?.(piece, sentence)) ?? piece.text}</Fragment>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
