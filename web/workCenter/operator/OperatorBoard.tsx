import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import type { StopPrompt } from '#engine/loss/stopPrompt.ts'
import { useLiveStore } from '#web/api/live.ts'
import { useViewer } from '#web/api/viewer.ts'
import { StylePatterns } from '#web/parts/timeline/StylePattern.tsx'
import { useMedia } from '#web/parts/list/table/useMedia.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useCoarseNow } from '#web/ui/clock.ts'
import { useLives } from '../compare/useLives.ts'
import type { ListedCard } from '../list/listedCard.ts'
import type { ListSearch } from '../list/listSearch.view.ts'
import { matcherOf } from '../list/workCenters.view.ts'
import { AskCard } from './AskCard.tsx'
import { boardGrid, machinesOfScreen, MOST_MACHINES, operatorQueue, type OpStop } from './operator.view.ts'
import classes from './OperatorBoard.module.css'
import { OperatorFrame } from './OperatorFrame.tsx'
import { OperatorTile } from './OperatorTile.tsx'
import { SavedLine } from './SavedLine.tsx'
import { useDrafts } from './useDrafts.ts'
import { useGiving } from './useGiving.ts'
import { useOperatorKeys } from './useOperatorKeys.ts'
import { useOperatorStops } from './useOperatorStops.ts'
import { useStopPrompts } from './useStopPrompts.ts'
import { WhoWorks } from './WhoWorks.tsx'

export type OperatorBoardProps = {
  readonly workCenters: readonly ListedCard[]
  /** Its filters say which of them are shown. */
  readonly search: ListSearch
  readonly onLeave: () => void
}

const MINUTE_STEP_MS = 60_000
const [TWO_COLUMNS, ONE_COLUMN] = ['(max-width: 1000px)', '(max-width: 600px)']

/** Returns the screen of people who work at several machines (U-52): a tile each, always in the same place; one that asks has half of the screen. */
export function OperatorBoard({ workCenters, search, onLeave }: OperatorBoardProps) {
  const { t } = useTexts('operator')
  const store = useLiveStore()
  const mayGive = mayEditLosses(useViewer())
  const now = useCoarseNow(MINUTE_STEP_MS)
  const [isNarrow, isPhone] = [useMedia(TWO_COLUMNS), useMedia(ONE_COLUMN)]
  const wanted = useMemo(() => {
    const isWanted = matcherOf(search)
    return workCenters.filter((workCenter) => isWanted(workCenter, store.get(workCenter.id)))
  }, [workCenters, search, store])
  const machines = useMemo(() => machinesOfScreen(wanted), [wanted])
  const ids = useMemo(() => machines.map(({ id }) => id), [machines])
  const lives = useLives(ids)
  const giving = useGiving()
  const drafts = useDrafts()
  const loaded = useOperatorStops(ids)
  const { shown } = giving
  const queues = useMemo(
    () => ids.map((id) => operatorQueue(shown(loaded.losses), id, now, loaded.since)),
    [ids, shown, loaded.losses, loaded.since, now],
  )
  const prompts = useStopPrompts(queues.map((queue, index) => ({ workCenterId: ids[index] ?? 0, queue, live: lives[index] })))
  const asking = useAsking(ids, (id) => (mayGive ? prompts.of(id) : null))
  useOperatorKeys({
    onLeave,
    onEscape: () => undefined,
    onUndo: () => giving.undo?.(),
    onLater: () => {
      if (asking !== null) prompts.later(asking.id)
    },
    onRow: () => undefined,
  })
  const columns = isPhone ? 1 : Math.min(isNarrow ? 2 : 3, Math.max(1, machines.length))
  const grid = boardGrid(machines.length, columns, asking === null ? null : ids.indexOf(asking.id))
  const shifts = lives.flatMap((live) => live?.shift ?? [])
  const latest = shifts.toSorted((left, right) => right.start - left.start || left.end - right.end)[0] ?? null
  return (
    <OperatorFrame title={t('board.title')} beside={<WhoWorks shift={latest} />} workCenterIds={ids} onLeave={onLeave}>
      <StylePatterns />
      <div className={classes['grid']} style={isPhone ? undefined : { gridTemplateColumns: grid.columns, gridTemplateRows: grid.rows }}>
        {machines.map((machine, index) => {
          const queue = queues[index]
          const live = lives[index]
          if (queue === undefined) return null
          const isAsking = asking?.id === machine.id
          return (
            <article key={machine.id} className={classes['tile']} data-asking={isAsking || undefined} aria-label={machine.name}>
              <Link to="/boxes/$deviceId" params={{ deviceId: machine.deviceId ?? '' }} search={{ mode: 'op' }} className={classes['link']}>
                <OperatorTile machine={machine} live={live} queue={queue} />
              </Link>
              {isAsking && (
                <AskCard
                  prompt={asking.prompt}
                  place={machine.name}
                  shiftEnd={live?.shift?.end ?? null}
                  giving={giving}
                  drafts={drafts}
                  onLater={() => prompts.later(machine.id)}
                />
              )}
            </article>
          )
        })}
      </div>
      {wanted.length > MOST_MACHINES && <p className={classes['more']}>{t('board.more', { count: wanted.length - MOST_MACHINES })}</p>}
      {machines.length === 0 && <p className={classes['more']}>{t('boxes.notFound')}</p>}
      <SavedLine giving={giving} />
    </OperatorFrame>
  )
}

type Asked = { readonly id: number; readonly prompt: Extract<StopPrompt<OpStop>, { readonly kind: 'ASK' | 'BEFORE_END' }> }

/** Returns the machine that asks: one at a time, and the same until it has its answer. */
function useAsking(ids: readonly number[], promptOf: (id: number) => StopPrompt<OpStop> | null): Asked | null {
  const [held, setHeld] = useState<number | null>(null)
  const asked = ids.flatMap((id): Asked[] => {
    const prompt = promptOf(id)
    return prompt !== null && (prompt.kind === 'ASK' || prompt.kind === 'BEFORE_END') ? [{ id, prompt }] : []
  })
  const chosen = asked.find(({ id }) => id === held) ?? asked[0] ?? null
  const chosenId = chosen?.id ?? null
  if (chosenId !== held) setHeld(chosenId)
  return chosen
}
