import { useCallback, useState } from 'react'
import { useQuery } from 'urql'
import { reasonOfCode } from '#engine/loss/reasonCode.ts'
import { ReasonsToChooseDocument } from '#web/api/generated/graphql.ts'
import { useRefetchOnGap } from '#web/api/live.ts'
import { ReasonTiles } from '#web/parts/classify/ReasonTiles.tsx'
import { type Choice, type ChoiceHow, firstChoices, groupChoices } from '#web/parts/classify/stops.view.ts'
import { useRankings } from '#web/parts/classify/useRankings.ts'
import { useScanBurst } from '#web/parts/scan/useScanBurst.ts'
import { useMedia } from '#web/parts/list/table/useMedia.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { StopsAlike } from './StopsAlike.tsx'
import { type OpStop, TILES } from './operator.view.ts'
import { PhraseStep } from './PhraseStep.tsx'
import classes from './ReasonPad.module.css'
import { useShownMs } from './useShownMs.ts'

type ReasonPadProps = {
  /** The stop that gets a reason; of a row the newest. */
  readonly stop: OpStop
  /** Whether keys 1 to 9 press its tiles. */
  readonly isActive: boolean
  /** It has a part of the screen only, so that six tiles come first on each of them. */
  readonly isTight?: boolean
  /** The stop is cut: a note could not say of which part. */
  readonly hasNoNotes?: boolean
  readonly isBusy: boolean
  /** What was typed for a reason that needs a note, kept when the screen goes home. */
  readonly draft: string
  readonly onDraft: (text: string) => void
  readonly onChoose: (choice: Choice, comment: string | null, how: ChoiceHow) => void
}

const WIDE = '(min-width: 1024px)'
/** A question waits longer for its order than a drawer that somebody opened: nobody is waiting for it. */
const LATE_MS = 15_000

/** Returns the tiles of the reasons that people gave most to stops like this, six or on wide screens nine (U-51), then all of them; one tap gives it, two where it needs a note. */
export function ReasonPad({ stop, isActive, isTight = false, hasNoNotes = false, isBusy, draft, onDraft, onChoose }: ReasonPadProps) {
  const { t } = useTexts('operator')
  const isWide = useMedia(WIDE)
  const [openedAt] = useState(serverNow)
  const [isWhole, setWhole] = useState(false)
  const [wanted, setWanted] = useState<{ readonly choice: Choice; readonly how: ChoiceHow } | null>(null)
  const [alike, setAlike] = useState<Choice | null>(null)
  const variables = { workCenterId: stop.workCenterId, source: stop.source }
  const [result, ask] = useQuery({ query: ReasonsToChooseDocument, variables })
  // Their names are in the language of the screen, which people change here.
  useRefetchOnGap(useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]))
  const rankings = useRankings(stop.workCenterId, LATE_MS)
  const all = result.data?.lossCategories.map(({ reason }) => reason) ?? []
  const choices = hasNoNotes ? all.filter(({ requireExtraNotes }) => !requireExtraNotes) : all
  const most = isWide && !isTight ? TILES.wide : TILES.narrow
  const ranked = rankings === null ? [] : firstChoices(rankings, choices, stop, openedAt, most)
  // Before anybody gave a reason here they stand by name.
  const byName = groupChoices(choices, '').flatMap((group) => group.choices)
  const rest = byName
    .filter(({ id }) => ranked.every(({ choice }) => choice.id !== id))
    .map((choice) => ({ choice, likeCount: 0, ofCount: 0 }))
  const tiles = [...ranked, ...rest].slice(0, most)
  const choose = (choice: Choice, how: ChoiceHow) => {
    if (choice.requireExtraNotes && stop.comment === null) setWanted({ choice, how })
    else onChoose(choice, null, how)
  }
  const shownMs = useShownMs(rankings !== null && result.data !== undefined)
  const byTile = (choice: Choice, tilePlace: number) => {
    const ms = shownMs()
    choose(choice, { via: 'TILE', tilePlace, ...(ms !== undefined && { shownMs: ms }) })
  }
  useScanBurst((code) => {
    const choice = isActive ? choices.find(({ id }) => id === reasonOfCode(code)) : undefined
    if (choice !== undefined) choose(choice, { via: 'SEARCH' })
    return choice !== undefined
  })
  if (result.error && result.data === undefined)
    return <PanelError title={t('state.wrong')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
  if (wanted !== null)
    return (
      <PhraseStep
        workCenterId={stop.workCenterId}
        reason={wanted.choice}
        draft={draft}
        onDraft={onDraft}
        onSay={(comment) => {
          setWanted(null)
          onChoose(wanted.choice, comment, wanted.how)
        }}
        onBack={() => setWanted(null)}
      />
    )
  return (
    <div className={classes['pad']} data-tiles={isActive || undefined} aria-busy={isBusy || rankings === null}>
      {result.data !== undefined && choices.length === 0 && <p>{t('classify.none')}</p>}
      {(rankings === null || result.data === undefined) && (
        <ul className={classes['tiles']} aria-label={t('state.loading')}>
          {Array.from({ length: most }, (_, index) => (
            <li key={index} className={classes['place']} />
          ))}
        </ul>
      )}
      {rankings !== null && (
        <ul className={classes['tiles']}>
          {tiles.map(({ choice, likeCount, ofCount }, index) => (
            <li key={choice.id}>
              <button
                type="button"
                className={classes['tile']}
                data-place={index + 1}
                aria-label={choice.name}
                aria-pressed={stop.reasonId === choice.id}
                onClick={() => byTile(choice, index)}
              >
                <span className={classes['swatch']} style={{ background: choice.color }} aria-hidden />
                <span className={classes['name']}>{choice.name}</span>
                <kbd aria-hidden>{index + 1}</kbd>
              </button>
              {likeCount > 0 && (
                <button type="button" className={classes['why']} onClick={() => setAlike(choice)}>
                  {t('classify.like', { count: likeCount, total: ofCount })}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {choices.length > tiles.length && (
        <button type="button" className={classes['more']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('fewer') : t('more', { count: choices.length - tiles.length })}
        </button>
      )}
      {isWhole && (
        <div className={classes['all']}>
          <ReasonTiles choices={choices} chosenId={stop.reasonId} onChoose={choose} />
        </div>
      )}
      {alike !== null && <StopsAlike stop={stop} reason={alike} onClose={() => setAlike(null)} />}
    </div>
  )
}
