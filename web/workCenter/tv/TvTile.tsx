import { memo } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { liveColor, liveStyle } from '#web/parts/liveLook.ts'
import { isOutlined } from '#web/parts/statusStyle.ts'
import { Timer } from '#web/parts/Timer.tsx'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { dueShare } from '../list/listOrder.view.ts'
import { useCardLive } from '../list/useCardLive.ts'
import { useStaleness } from '../useStaleness.ts'
import { isCalm, missingShare } from './tv.view.ts'
import classes from './TvTile.module.css'

/** A name with more letters takes two lines before it is cut. */
const LONG_NAME = 14

/** Returns the tile of a work center: its name, the status with its timer, and how much of the output that is due by now is made; only its own changes render it again. */
export const TvTile = memo(function TvTile({ workCenter }: { readonly workCenter: ListedCard }) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const unitName = useUnitName()
  const { nameOf } = useLiveName()
  const live = useCardLive(workCenter.id, true)
  const staleSince = useStaleness(workCenter.id)
  const style = liveStyle(live)
  const status = live?.status ?? null
  const output = live?.output ?? null
  const target = output?.targetFullShift ?? null
  const unit = unitName(workCenter.outputMeasurementUnit)
  const due = output?.targetToDate ?? null
  // What needs somebody is filled in the colour of its style, on which text can be read.
  const tint = isCalm(style) ? liveColor(live) : undefined
  const missing = missingShare(live)
  const share = dueShare(live)
  return (
    <article
      className={classes['tile']}
      data-style={style}
      data-calm={isCalm(style) || undefined}
      data-long={workCenter.name.length > LONG_NAME || undefined}
      data-stale={staleSince === null ? undefined : true}
      style={isOutlined(style) ? undefined : { borderColor: tint }}
    >
      <p className={classes['status']}>
        <span className={classes['icon']} style={{ color: isOutlined(style) ? undefined : tint }}>
          <StatusIcon style={style} size={32} />
        </span>
        <span className={classes['word']}>{nameOf(live)}</span>
        {status !== null && <Timer since={status.since} />}
      </p>
      <h2 className={classes['name']} title={workCenter.name}>
        {workCenter.name}
      </h2>
      <p className={classes['number']}>{output === null ? '—' : share === null ? format.number(output.total) : format.percent(share, 0)}</p>
      <p className={classes['target']}>
        {staleSince !== null ? (
          t('state.lastData', { time: format.time(staleSince) })
        ) : output === null ? (
          t('output.none')
        ) : (
          <>
            {[
              ...(share === null ? [] : [format.number(output.total)]),
              ...(target === null ? [] : ['/', format.number(target)]),
              unit,
            ].join(' ')}
            {missing !== null && due !== null && (
              <span className={classes['behind']}>−{format.number(Math.round(due - output.total))}</span>
            )}
          </>
        )}
      </p>
      {target !== null && output !== null && target > 0 && (
        <div className={classes['bar']} aria-hidden>
          <span style={{ width: `${Math.min(100, (output.total / target) * 100)}%`, background: tint }} />
          {due !== null && <i style={{ left: `${Math.min(100, (due / target) * 100)}%` }} />}
        </div>
      )}
    </article>
  )
})
