import { useEffect, useMemo, useRef, useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ClassifyPanel.module.css'
import { type Choice, groupChoices, onlyMatch, SEARCH_ABOVE } from './stops.view.ts'

type ReasonTilesProps = {
  readonly choices: readonly Choice[]
  readonly chosenId: number | null
  readonly onChoose: (choice: Choice) => void
}

/** Returns the reasons as tiles to tap, unplanned and planned apart, with a search where there are many. */
export function ReasonTiles({ choices, chosenId, onChoose }: ReasonTilesProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On a touch screen it would open the keyboard over the reasons.
    if (matchMedia('(pointer: fine)').matches) search.current?.focus({ preventScroll: true })
  }, [])
  const groups = useMemo(() => groupChoices(choices, text, format.compare), [choices, text, format])
  if (choices.length === 0) return <p>{t('classify.none')}</p>
  return (
    <>
      {choices.length > SEARCH_ABOVE && (
        <input
          ref={search}
          type="search"
          className={classes['search']}
          value={text}
          aria-label={t('classify.search')}
          placeholder={t('classify.search')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            const only = onlyMatch(groups)
            if (only !== null && text.trim() !== '') onChoose(only)
          }}
        />
      )}
      {groups.length === 0 && <p role="status">{t('classify.noMatch')}</p>}
      {groups.map(({ type, choices: offered }) => (
        <section key={type}>
          <h3>{t(`classify.${type}`)}</h3>
          <ul className={classes['tiles']}>
            {offered.map((choice) => (
              <li key={choice.id}>
                <button type="button" className={classes['tile']} aria-pressed={choice.id === chosenId} onClick={() => onChoose(choice)}>
                  <span className={classes['swatch']} style={{ background: choice.color }} aria-hidden />
                  <span>{choice.name}</span>
                  {choice.id === chosenId && <Icon name="check" size={16} />}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
