import { useState } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import type { Choice, ChoiceHow } from '#web/parts/classify/stops.view.ts'
import type { OpStop } from './operator.view.ts'
import classes from './QueueZone.module.css'
import { ReasonPad } from './ReasonPad.tsx'
import { StopStrip } from './StopStrip.tsx'
import { useCutAims } from './useCutAims.ts'
import type { Giving } from './useGiving.ts'
import type { Drafts } from './useDrafts.ts'

type RowPanelProps = {
  /** Those that get the reason together. */
  readonly stops: readonly [OpStop, ...OpStop[]]
  readonly isActive: boolean
  /** It has a part of the screen only. */
  readonly isTight?: boolean
  readonly giving: Giving
  readonly drafts: Drafts
  readonly onGiven: () => void
}

/** A stop shorter than this is not cut. */
const SHORTEST_CUT_MS = 2_000

/** Returns how a row gets its reason: its tiles, and for one stop the strip on which a tap cuts it; then a tile says why the later part was, and where it has none another why the earlier. */
export function RowPanel({ stops, isActive, isTight = false, giving, drafts, onGiven }: RowPanelProps) {
  const { t } = useTexts('operator')
  const [openedAt] = useState(serverNow)
  const [cut, setCut] = useState<number | null>(null)
  const [later, setLater] = useState<Choice | null>(null)
  const stop = stops.at(-1) ?? stops[0]
  const isOne = stops.length === 1
  const end = stop.end ?? openedAt
  const isCuttable = isOne && end - stop.start >= SHORTEST_CUT_MS
  const aims = useCutAims(isCuttable ? stop : null)
  const choose = (choice: Choice, comment: string | null, how: ChoiceHow) => {
    if (cut === null) giving.give(stops, choice, comment, how)
    else if (later !== null) giving.split(stop, cut, { earlier: choice, later, how })
    else if (stop.reasonId === null) return setLater(choice)
    else giving.split(stop, cut, { earlier: null, later: choice, how })
    drafts.forget(stop.id)
    onGiven()
  }
  return (
    <div className={classes['panel']}>
      {isCuttable && (
        <StopStrip
          start={stop.start}
          end={end}
          cut={cut}
          part={later === null ? 'later' : 'earlier'}
          aims={aims}
          onCut={(at) => {
            setCut(at)
            if (at === null) setLater(null)
          }}
        />
      )}
      {cut !== null && (
        <p className={classes['which']} role="status">
          {later === null ? t('split.later') : t('cut.earlier', { reason: later.name })}
        </p>
      )}
      <ReasonPad
        key={later?.id ?? 0}
        stop={stop}
        isActive={isActive}
        isTight={isTight}
        hasNoNotes={cut !== null}
        isBusy={stops.some(({ id }) => giving.isSaving(id))}
        draft={drafts.of(stop.id)}
        onDraft={(text) => drafts.put(stop.id, text)}
        onChoose={choose}
      />
    </div>
  )
}
