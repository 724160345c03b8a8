import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { liveStyle } from '#web/parts/liveLook.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { Timer } from '#web/parts/Timer.tsx'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ListedCard } from '../list/listedCard.ts'
import type { OpQueue } from './operator.view.ts'
import classes from './OperatorBoard.module.css'

type OperatorTileProps = { readonly machine: ListedCard; readonly live: LiveWorkCenter | undefined; readonly queue: OpQueue }

/** Returns one machine of a screen for several: what it does, what it has made, how much waits for a reason. */
export function OperatorTile({ machine, live, queue }: OperatorTileProps) {
  const { t } = useTexts('operator')
  const format = useFormat()
  const { nameOf } = useLiveName()
  const style = liveStyle(live)
  const output = live?.output ?? null
  const due = output?.targetToDate ?? null
  const count = queue.rows.reduce((sum, row) => sum + row.stops.length, 0)
  return (
    <span className={classes['face']} data-style={style}>
      <span className={classes['name']}>{machine.name}</span>
      <span className={classes['status']}>
        <StatusIcon style={style} size={24} />
        <b>{nameOf(live)}</b>
        {live?.status != null && <Timer since={live.status.since} />}
      </span>
      <span className={classes['made']}>
        {output === null ? '—' : format.number(output.accepted)}
        {due !== null && <small>/ {format.number(Math.round(due))}</small>}
      </span>
      {count > 0 && <span className={classes['count']}>{t('board.waiting', { count })}</span>}
    </span>
  )
}
