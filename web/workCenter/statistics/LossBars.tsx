import { Link } from '@tanstack/react-router'
import { LegendMark } from '#web/parts/figures/LegendMark.tsx'
import { ParetoBars } from '#web/parts/figures/ParetoBars.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ParetoSection.module.css'
import { levelUnder, type RankedBar, writeLevel } from './pareto.view.ts'

type LossBarsProps = {
  readonly bars: readonly RankedBar[]
  readonly nameOf: (bar: RankedBar) => string
  readonly write: (value: number) => string
  readonly isCompared: boolean
}

/** Returns the bars of losses, each a link: to its parts, or to the losses in the history. */
export function LossBars({ bars, nameOf, write, isCompared }: LossBarsProps) {
  const { t } = useTexts('statistics')
  const format = useFormat()
  return (
    <>
      <p className={classes['legend']}>
        <span>
          <LegendMark kind="cumulative" /> {t('pareto.lineLegend')}
        </span>
        {isCompared && (
          <span>
            <LegendMark kind="before" /> {t('compare.before')}
          </span>
        )}
      </p>
      <ParetoBars
        bars={bars}
        top={Math.max(1, ...bars.map(({ value, before }) => Math.max(value, before ?? 0)))}
        nameOf={nameOf}
        valueOf={({ value, share }) => `${write(value)} · ${format.percent(share)}`}
        row={(bar, className, content) => (
          <Link from="/boxes/$deviceId" to="." search={searchOf(bar)} resetScroll={levelUnder(bar) === null} className={className}>
            {content}
          </Link>
        )}
        fill={({ kind, category }, style) => (
          <span className={classes['bar']} data-kind={kind} data-category={kind === 'category' ? category : undefined} style={style} />
        )}
      />
    </>
  )
}

/** As the history page names it. */
function reasonOf({ id, kind }: RankedBar): string {
  if (id !== null) return String(id)
  return kind === 'planned' ? 'planned' : kind === 'notNeeded' ? 'small' : 'none'
}

function searchOf(bar: RankedBar) {
  const under = levelUnder(bar)
  return (known: Record<string, unknown>) =>
    under === null
      ? { ...known, tab: 'history', reason: reasonOf(bar), loss: undefined, lossGroup: undefined }
      : { ...known, ...writeLevel(under) }
}
