import type { EfficiencyBand } from '#engine/oee/band.ts'
import type { LiveWorkCenter } from '#engine/workCenter/liveWorkCenter.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { bandPercent, targetAndGap } from '#web/parts/bandPercent.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import type { StatusStyle } from '#web/parts/statusStyle.ts'
import { ShiftStrip } from '#web/parts/timeline/ShiftStrip.tsx'
import { MISSING } from '#web/ui/format.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useLiveName } from '#web/parts/useLiveName.ts'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { CompareCheck } from '../list/CompareCheck.tsx'
import { useActiveOrder } from '../list/activeOrders.ts'
import type { CardFigures } from '../list/card.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { useShiftSpans } from '../list/shiftStrips.ts'
import classes from './WorkCenterCells.module.css'

type StatusCellProps = { readonly style: StatusStyle; readonly live: LiveWorkCenter | undefined; readonly isPlain: boolean }

/** Returns the status with its mark; plain when the rows are coloured by OEE. */
export function StatusCell({ style, live, isPlain }: StatusCellProps) {
  const full = useLiveName().fullOf(live)
  return (
    <span className={classes['status']} data-style={isPlain ? undefined : style} title={full}>
      <span className={classes['mark']}>
        <StatusIcon style={style} size={14} />
      </span>
      <span className={classes['cut']}>{full}</span>
    </span>
  )
}

type OeeCellProps = {
  readonly oee: number | null
  readonly band: EfficiencyBand | null
  readonly isFilled: boolean
  /** Percent. */
  readonly target: number | null
}

/** Returns the OEE of the shift so far with the shape of its band. */
export function OeeCell({ oee, band, isFilled, target }: OeeCellProps) {
  const { t } = useTexts('list')
  const format = useFormat()
  const percent = oee === null ? null : oee * 100
  const title = target === null ? t('oee.soFar') : t('oee.soFarTarget', { target: targetAndGap(format, target, percent) })
  return (
    <span className={classes['oee']} data-band={isFilled ? (band ?? undefined) : undefined} title={title}>
      {band !== null && (
        <>
          <BandIcon band={band} isPlain={isFilled} />
          <span className="hidden-text">{t(`band.${band}`)}</span>
        </>
      )}
      {bandPercent(format, percent)}
    </span>
  )
}

/** Returns one factor of OEE; below its target it is marked by weight, not by colour alone. */
export function FactorCell({ factor }: { readonly factor: CardFigures['factors'][number] | undefined }) {
  const { t } = useTexts('list')
  const format = useFormat()
  const { ratio = null, target = null } = factor ?? {}
  const isBelow = ratio !== null && target !== null && ratio * 100 < target
  return (
    <span
      className={classes['factor']}
      data-below={isBelow || undefined}
      title={target === null ? undefined : t(isBelow ? 'oee.belowTarget' : 'oee.target', { target: format.percentOf(target) })}
    >
      {format.percent(ratio, 0)}
    </span>
  )
}

/** Returns the code of the active order and how much of it is made. */
export function OrderCell({ id }: { readonly id: number }) {
  const format = useFormat()
  const order = useActiveOrder(id)
  if (order === undefined) return MISSING
  return (
    <span className={classes['order']} title={order.code}>
      <span className={classes['cut']}>{order.code}</span>
      {order.moreCount > 0 && <span className={classes['muted']}>+{format.number(order.moreCount)}</span>}
      {order.progress !== null && <span className={classes['muted']}>{format.percent(order.progress, 0)}</span>}
    </span>
  )
}

/** Returns the small picture of the shift so far. */
export function StripCell({ workCenter, shift }: { readonly workCenter: ListedCard; readonly shift: LiveWorkCenter['shift'] }) {
  const { t } = useTexts('list')
  const spans = useShiftSpans(workCenter.id)
  if (shift === null) return <span className={classes['muted']}>{t('shift.none')}</span>
  return <ShiftStrip spans={spans} start={shift.start} end={shift.end} title={t('shift.strip')} />
}

/** Returns the name, a link, and the box that takes the work center into the comparison. */
export function NameCell({ workCenter }: { readonly workCenter: ListedCard }) {
  return (
    <div className={classes['name']}>
      <a href={`/boxes/${workCenter.deviceId ?? ''}`} title={workCenter.name}>
        {workCenter.name}
      </a>
      <CompareCheck id={workCenter.id} name={workCenter.name} />
    </div>
  )
}

type OutputCellProps = { readonly output: LiveWorkCenter['output'] | null; readonly unit: ListedCard['outputMeasurementUnit'] }

/** Returns what the shift made, of how much, and its unit. */
export function OutputCell({ output, unit }: OutputCellProps) {
  const format = useFormat()
  const unitName = useUnitName()
  if (!output) return MISSING
  const { total, targetFullShift } = output
  return (
    <>
      {format.number(total)}
      {targetFullShift !== null && ` / ${format.number(targetFullShift)}`} <span className={classes['unit']}>{unitName(unit)}</span>
    </>
  )
}

/** Returns how many losses of the shift have no reason yet. */
export function ReasonsCell({ count }: { readonly count: number | undefined }) {
  const { t } = useTexts('list')
  const format = useFormat()
  if (count === undefined || count === 0) return <span className={classes['none']}>{format.number(count)}</span>
  return (
    <span className={classes['reasons']}>
      <Icon name="alert" size={14} /> {format.number(count)}
      <span className="hidden-text"> {t('table.unexplained')}</span>
    </span>
  )
}
