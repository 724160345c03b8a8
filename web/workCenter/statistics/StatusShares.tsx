import { useMemo } from 'react'
import type { StatisticsOfPeriodQuery } from '#web/api/generated/graphql.ts'
import { type FileColumn, filePercent } from '#web/parts/list/table/RowsFile.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { statusKey } from '#web/parts/statusStyle.ts'
import { StylePattern, StylePatterns } from '#web/parts/timeline/StylePattern.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { usePlotWidth } from '#web/ui/useElementWidth.ts'
import type { Direction } from '#web/parts/figures/change.view.ts'
import { ChangeNote } from '#web/parts/figures/ChangeNote.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import classes from './StatusShares.module.css'
import { type StatusShare, statusShares } from './statusShares.view.ts'

const BAR_HEIGHT = 32

type StatusSharesProps = {
  readonly times: StatisticsOfPeriodQuery['statusesStat']
  readonly before: StatisticsOfPeriodQuery['statusesStat'] | null
  /** Whether both periods have enough data that a change is better or worse. */
  readonly isJudged: boolean
  /** How long the period is so far, in ms; null = as long as its statuses. */
  readonly wholeMs: number | null
  /** Nothing of the period is still to come. */
  readonly isOver: boolean
  readonly rules: readonly { readonly id: number; readonly isScheduledLoss: boolean }[]
}

/** Returns in which status how much of the period was: one bar, and the list with minutes and shares that make the whole. */
export function StatusShares({ times, before, isJudged, wholeMs, isOver, rules }: StatusSharesProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  const [measure, width] = usePlotWidth()
  const planned = useMemo(() => new Set(rules.filter((rule) => rule.isScheduledLoss).map(({ id }) => id)), [rules])
  const shares = useMemo(() => statusShares(times, wholeMs, planned), [times, wholeMs, planned])
  const past = useMemo(
    () => before && new Map(statusShares(before, wholeMs, planned).map((share) => [share.key, share])),
    [before, wholeMs, planned],
  )
  const nameOf = ({ kind, name }: StatusShare) => (kind === 'UNRECORDED' ? t('shares.unrecorded') : (name ?? t(statusKey(kind))))
  const inFile: readonly FileColumn<StatusShare>[] = [
    { title: t('timeline.status'), value: nameOf },
    { title: t('timeline.duration'), kind: 'duration', value: ({ seconds }) => seconds * 1000 },
    { title: t('shares.share'), kind: 'number', unit: '%', value: ({ share }) => filePercent(share) },
    ...(past === null
      ? []
      : [
          {
            title: t('compare.past'),
            kind: 'number' as const,
            unit: '%',
            value: ({ key }: StatusShare) => filePercent(past.get(key)?.share ?? 0),
          },
        ]),
  ]
  const [first] = shares
  const whole = shares.reduce((sum, { seconds }) => sum + seconds, 0)
  const summary = first
    ? t('shares.summary', { name: nameOf(first), share: format.percent(first.share), time: format.duration(first.seconds * 1000) })
    : t('shares.none')
  return (
    <ChartFigure
      title={t('shares.title')}
      summary={summary}
      table={null}
      file={{ title: t('shares.title'), rows: shares, columns: inFile }}
    >
      <StylePatterns />
      <div ref={measure} className={classes['bar']}>
        {width > 0 && (
          <svg width={width} height={BAR_HEIGHT} aria-hidden focusable={false}>
            {placesOf(shares, width).map(({ share, x, length }) => (
              <g key={share.key}>
                <title>{`${nameOf(share)} ${format.percent(share.share)}`}</title>
                <rect
                  className={share.style === 'noData' ? classes['gap'] : undefined}
                  x={x}
                  y="0"
                  width={length}
                  height={BAR_HEIGHT}
                  fill={share.color}
                />
                <StylePattern style={share.style} x={x} y={0} width={length} height={BAR_HEIGHT} />
              </g>
            ))}
          </svg>
        )}
      </div>
      <table className={classes['list']} data-compared={past !== null || undefined}>
        <caption className="hidden-text">{t('shares.title')}</caption>
        <thead className="hidden-text">
          <tr>
            <th scope="col">{t('timeline.status')}</th>
            <th scope="col">{t('timeline.duration')}</th>
            <th scope="col">{t('shares.share')}</th>
            {past && <th scope="col">{t('compare.title')}</th>}
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <tr key={share.key}>
              <th scope="row">
                <span className={classes['name']}>
                  <span className={classes['icon']} style={{ color: share.style === 'noData' ? 'var(--muted)' : share.color }}>
                    <StatusIcon style={share.style} size={16} />
                  </span>
                  {nameOf(share)}
                </span>
              </th>
              <td>{format.duration(share.seconds * 1000)}</td>
              <td>{format.percent(share.share)}</td>
              {past && (
                <td>
                  <ChangeNote
                    now={share.share * 100}
                    before={(past.get(share.key)?.share ?? 0) * 100}
                    direction={isJudged ? directionOf(share.style) : 'neutral'}
                    digits={1}
                    format={(value) => format.percentOf(value, 1)}
                    formatDifference={(value) => t('change.points', { value: format.number(value, 1) })}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {shares.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{isOver ? t('shares.over') : t('shares.whole')}</th>
              <td>{format.duration(whole * 1000)}</td>
              <td>{format.percent(1)}</td>
              {past && <td aria-hidden />}
            </tr>
          </tfoot>
        )}
      </table>
    </ChartFigure>
  )
}

function directionOf(style: StatusShare['style']): Direction {
  if (style === 'run') return 'more'
  return style === 'planned' || style === 'offShift' ? 'neutral' : 'less'
}

/** Blocks side by side with 2 px between them. */
function placesOf(shares: readonly StatusShare[], width: number) {
  let x = 0
  return shares.map((share) => {
    const place = { share, x, length: Math.max(1, share.share * width - 2) }
    x += share.share * width
    return place
  })
}
