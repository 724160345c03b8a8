import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { axisMarks } from '#web/parts/timeline/prepareTimeline.ts'
import { ShiftStrip } from '#web/parts/timeline/ShiftStrip.tsx'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { commonAxis } from './compare.view.ts'
import { useShiftSpans } from '../list/shiftStrips.ts'
import classes from './CommonStrips.module.css'

const MARK_EVERY_PX = 64
/** A mark this near to the end, as a share of the axis, would be cut off. */
const EDGE = 0.03
const LEAST_WIDTH = 300

type Axis = { readonly from: number; readonly to: number }
type CommonStripsProps = { readonly workCenters: readonly ListedCard[]; readonly lives: readonly (LiveWorkCenter | undefined)[] }

/** Returns the running shifts one above the other on one time axis, so that what stood at the same time is seen at a glance. */
export function CommonStrips({ workCenters, lives }: CommonStripsProps) {
  const { t } = useTexts('compare')
  const format = useFormat()
  const [measure, width] = usePlotWidth()
  const axis = commonAxis(lives)
  if (axis === null) return null
  const marks = width === 0 ? [] : axisMarks({ ...axis, width, minPx: MARK_EVERY_PX, offsetMs: format.zoneOffset(axis.from) })
  return (
    <section className={classes['strips']} aria-label={t('axis')}>
      <h2>{t('axis')}</h2>
      {workCenters.map((workCenter) => (
        <Strip key={workCenter.id} workCenter={workCenter} axis={axis} width={Math.max(LEAST_WIDTH, width)} />
      ))}
      <div ref={measure} className={classes['axis']} aria-hidden>
        {marks
          .filter((at) => (axis.to - at) / (axis.to - axis.from) > EDGE)
          .map((at) => (
            <span key={at} style={{ left: `${((at - axis.from) / (axis.to - axis.from)) * 100}%` }}>
              {format.time(at)}
            </span>
          ))}
      </div>
    </section>
  )
}

type StripProps = { readonly workCenter: ListedCard; readonly axis: Axis; readonly width: number }

function Strip({ workCenter, axis, width }: StripProps) {
  const spans = useShiftSpans(workCenter.id)
  return (
    <div className={classes['strip']}>
      <span>{workCenter.name}</span>
      <ShiftStrip spans={spans} start={axis.from} end={axis.to} width={width} />
    </div>
  )
}
