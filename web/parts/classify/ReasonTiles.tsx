import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { reasonOfCode } from '#engine/loss/reasonCode.ts'
import { useScanBurst } from '#web/parts/scan/useScanBurst.ts'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './ClassifyPanel.module.css'
import { type Choice, type ChoiceGroup, type ChoiceHow, type FirstChoice, groupChoices, onlyMatch, SEARCH_ABOVE } from './stops.view.ts'

const NONE: readonly FirstChoice[] = []

type ReasonTilesProps = {
  readonly choices: readonly Choice[]
  /** Those that were given to stops like this, which come first; none where it is not one stop. */
  readonly first?: readonly FirstChoice[]
  readonly chosenId: number | null
  /** Whether the search takes the focus where there are keys. */
  readonly isSearchFirst?: boolean
  readonly onChoose: (choice: Choice, how: ChoiceHow) => void
}

/** Returns the reasons as tiles to tap, unplanned and planned apart, with a search where there are many. */
export function ReasonTiles({ choices, first = NONE, chosenId, isSearchFirst = true, onChoose }: ReasonTilesProps) {
  const { t } = useCommonTexts()
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const [shownAt] = useState(() => performance.now())
  const shownMs = () => Math.round(performance.now() - shownAt)
  useEffect(() => {
    // On a touch screen it would open the keyboard over the reasons.
    if (isSearchFirst && matchMedia('(pointer: fine)').matches) search.current?.focus({ preventScroll: true })
  }, [isSearchFirst])
  /** Of a printed sheet: taken where it is offered here. */
  const scanned = (code: string): boolean => {
    const choice = choices.find(({ id }) => id === reasonOfCode(code))
    if (choice !== undefined) onChoose(choice, { via: 'SEARCH', shownMs: shownMs() })
    return choice !== undefined
  }
  useScanBurst(scanned)
  const isSearching = text.trim() !== ''
  const others = useMemo(
    () => (isSearching ? choices : choices.filter(({ id }) => first.every(({ choice }) => choice.id !== id))),
    [choices, first, isSearching],
  )
  const groups = useMemo(() => groupChoices(others, text), [others, text])
  const firstCount = isSearching ? 0 : first.length
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
            if (scanned(text)) return
            const only = onlyMatch(groups)
            if (only !== null && text.trim() !== '') onChoose(only, { via: 'SEARCH', shownMs: shownMs() })
          }}
        />
      )}
      {groups.length === 0 && <p role="status">{t('classify.noMatch')}</p>}
      {!isSearching && first.length > 0 && (
        <section className={`${classes['first']} ${classes['group']}`}>
          <h3>{t('classify.first')}</h3>
          <ul className={classes['tiles']}>
            {first.map(({ choice, likeCount, ofCount }, tilePlace) => (
              <Tile
                key={choice.id}
                number={tilePlace + 1}
                choice={choice}
                isChosen={choice.id === chosenId}
                onChoose={(chosen) => onChoose(chosen, { via: 'TILE', tilePlace, shownMs: shownMs() })}
              >
                {likeCount > 0 && <span className={classes['like']}>{t('classify.like', { count: likeCount, total: ofCount })}</span>}
              </Tile>
            ))}
          </ul>
        </section>
      )}
      {groups.map(({ type, choices: offered }, at) => (
        <section key={type} className={classes['group']}>
          <h3>{t(`classify.${type}`)}</h3>
          <ul className={classes['tiles']}>
            {offered.map((choice, place) => (
              <Tile
                key={choice.id}
                number={firstCount + countBefore(groups, at) + place + 1}
                choice={choice}
                isChosen={choice.id === chosenId}
                onChoose={(chosen) => onChoose(chosen, { via: 'SEARCH', shownMs: shownMs() })}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** Returns how many choices stand in the groups before the one at the index. */
function countBefore(groups: readonly ChoiceGroup[], at: number): number {
  return groups.slice(0, at).reduce((sum, group) => sum + group.choices.length, 0)
}

type TileProps = {
  /** Its place among all that are shown, from 1 on: the first nine have a key. */
  readonly number: number
  readonly choice: Choice
  readonly isChosen: boolean
  readonly onChoose: (choice: Choice) => void
  readonly children?: ReactNode
}

/** The name alone is its label: what stands below it describes it. */
function Tile({ number, choice, isChosen, onChoose, children }: TileProps) {
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className={classes['tile']}
        aria-label={choice.name}
        aria-describedby={id}
        aria-pressed={isChosen}
        {...(number < 10 && { 'data-tile': number, 'aria-keyshortcuts': String(number) })}
        onClick={() => onChoose(choice)}
      >
        <span className={classes['swatch']} style={{ background: choice.color }} aria-hidden />
        <span className={classes['tileText']}>
          <span>{choice.name}</span>
          <span id={id}>{children}</span>
        </span>
        {isChosen && <Icon name="check" size={16} />}
      </button>
    </li>
  )
}
