import { bandOf } from '#engine/oee/band.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { liveStyle } from '#web/parts/liveLook.ts'
import { Timer } from '#web/parts/Timer.tsx'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { TimeWindow } from '#web/ui/timeWindow.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { missingCause } from '../missingFigure.view.ts'
import { useStaleness } from '../useStaleness.ts'
import classes from './ComparedColumn.module.css'
import { type Compared, MEASURES, type Ranking, targetOf } from './compare.view.ts'
import { MeasureRow } from './MeasureRow.tsx'
import { StopReasons } from './StopReasons.tsx'

type ComparedColumnProps = {
  readonly workCenter: ListedCard
  readonly live: LiveWorkCenter | undefined
  readonly figures: Compared
  /** Whose figures they are; null = those of the running shift. */
  readonly period: TimeWindow | null
  readonly scale: number
  /** By measure, in the order of `MEASURES`. */
  readonly ranking: readonly Ranking[]
  /** Null for the only one. */
  readonly onRemove: (() => void) | null
}

/** Returns one of the compared work centers; its rows stand level with those beside it. */
export function ComparedColumn({ workCenter, live, figures, period, scale, ranking, onRemove }: ComparedColumnProps) {
  const { t } = useTexts('compare')
  const format = useFormat()
  const unitName = useUnitName()
  const { nameOf } = useLiveName()
  const staleSince = useStaleness(workCenter.id)
  const band = bandOf(figures.oee === null ? null : figures.oee * 100)
  const status = live?.status ?? null
  const shift = live?.shift == null ? null : { from: live.shift.start, to: live.shift.end }
  return (
    <article className={classes['column']} data-stale={staleSince === null ? undefined : true} aria-label={workCenter.name}>
      <div className={classes['status']} data-style={liveStyle(live)}>
        <StatusIcon style={liveStyle(live)} />
        <span className={classes['statusName']}>{nameOf(live)}</span>
        {status !== null && <Timer since={status.since} />}
      </div>
      <div className={classes['heading']}>
        <h2>
          <a href={`/boxes/${workCenter.deviceId ?? ''}`}>{workCenter.name}</a>
        </h2>
        {onRemove !== null && (
          <button type="button" className={classes['remove']} onClick={onRemove} aria-label={t('remove', { name: workCenter.name })}>
            <Icon name="close" size={18} />
          </button>
        )}
      </div>
      {MEASURES.map((measure, index) => (
        <MeasureRow
          key={measure}
          label={measure === 'plan' ? t(period === null ? 'plan' : 'planOfPeriod') : t(`oee.${measure}`)}
          value={figures[measure]}
          target={targetOf(measure, workCenter)}
          missing={measure === 'plan' || figures[measure] !== null ? null : missingCause(measure, live)}
          deviceId={workCenter.deviceId}
          scale={scale}
          ranking={ranking[index] ?? { isBest: false, behind: null }}
          mark={measure === 'oee' && band !== null ? <BandIcon band={band} /> : null}
        />
      ))}
      <p className={classes['output']}>
        {figures.output !== null ? (
          <>
            <b>{format.number(figures.output.made)}</b>
            {figures.output.target !== null && ` / ${format.number(figures.output.target)}`} {unitName(workCenter.outputMeasurementUnit)}
            <span>{t('output.rejectedShort', { count: figures.output.rejected, value: format.number(figures.output.rejected) })}</span>
          </>
        ) : (
          <span>{t('output.none')}</span>
        )}
      </p>
      <StopReasons workCenterId={workCenter.id} period={period ?? shift} isShift={period === null} />
      <p className={classes['note']}>{staleSince !== null && t('state.lastData', { time: format.timeWithSeconds(staleSince) })}</p>
    </article>
  )
}
