import { Link } from '@tanstack/react-router'
import type { OeeFactor, OpenedShiftFragment, ShiftReportQuery } from '#web/api/generated/graphql.ts'
import { targetAndGap } from '#web/parts/bandPercent.ts'
import { BandFigure } from '#web/parts/figures/BandFigure.tsx'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { FigureTile } from '#web/parts/figures/FigureTile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { dateText } from '../list/ShiftCell.tsx'
import { movedDate } from '../list/shifts.view.ts'
import classes from './ShiftReport.module.css'

const FIGURES = [
  { key: 'oee', factor: 'OEE', target: 'targetOee' },
  { key: 'availability', factor: 'AVAILABILITY', target: 'targetAvailability' },
  { key: 'performance', factor: 'PERFORMANCE', target: 'targetPerformance' },
  { key: 'quality', factor: 'QUALITY', target: 'targetQuality' },
] as const

type ShiftFiguresProps = {
  readonly shift: OpenedShiftFragment
  readonly report: ShiftReportQuery
  readonly unit: string
  readonly onWhy: (factor: OeeFactor) => void
}

/** Returns the figures of the shift against their targets and the same shift seven days before; pressed, each explains itself. */
export function ShiftFigures({ shift, report, unit, onWhy }: ShiftFiguresProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const before = report.before ?? null
  const isRunning = shift.status === 'PROGRESS'
  const plan = report.oeeReport.find(({ shiftStart }) => shiftStart === shift.timeStart)?.targetOutput ?? null
  const good = shift.oee?.acceptedOutput ?? null
  const points = (value: number) => t('change.points', { value: format.number(value, 1) })
  const percent = (value: number) => format.percentOf(value, 1)
  return (
    <section aria-label={t('report.figures')}>
      <div className={classes['figures']}>
        {FIGURES.map(({ key, factor, target }) => {
          const value = shift.oee?.[key]?.exactValue ?? null
          const aim = report.workCenter?.[target] ?? null
          return (
            <FigureTile
              key={key}
              name={t(`oee.${key}`)}
              value={<BandFigure percent={value} />}
              note={aim === null ? null : t('oee.target', { target: targetAndGap(format, aim, value) })}
              change={
                <ChangeNote
                  now={value}
                  before={before?.oee?.[key]?.exactValue ?? null}
                  direction="more"
                  digits={1}
                  format={percent}
                  formatDifference={points}
                />
              }
              onWhy={() => onWhy(factor)}
            />
          )
        })}
        <FigureTile
          name={t('report.good')}
          value={`${format.number(good)} ${unit}`}
          note={plan === null ? null : t(isRunning ? 'report.planSoFar' : 'report.plan', { value: format.number(plan) })}
          // A part of a shift is not less than a whole one.
          {...(!isRunning && {
            change: (
              <ChangeNote
                now={good}
                before={before?.oee?.acceptedOutput ?? null}
                direction="more"
                digits={0}
                format={(value) => format.number(value)}
              />
            ),
          })}
          onWhy={() => onWhy('QUALITY')}
        />
      </div>
      <p className={classes['meta']}>
        {before === null || before.id == null ? (
          t('report.noWeekBefore')
        ) : (
          <Link to="/shifts/$shiftId" params={{ shiftId: String(before.id) }}>
            {t('report.weekBefore', { date: dateText(format, movedDate(shift.shiftDate, -7)) })}
          </Link>
        )}
      </p>
      {(shift.oee?.issues ?? []).map((issue) => (
        <p key={issue} className={classes['notice']}>
          <Icon name="alert" size={16} /> {t(`issue.${issue}`)}
        </p>
      ))}
    </section>
  )
}
