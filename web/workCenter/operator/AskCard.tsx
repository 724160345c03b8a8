import { useEffect } from 'react'
import type { StopPrompt } from '#engine/loss/stopPrompt.ts'
import { LazyLossWorth } from '#web/parts/why/LazyLossWorth.tsx'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './AskCard.module.css'
import { type OpRow, type OpStop, rowKey } from './operator.view.ts'
import { RowPanel } from './RowPanel.tsx'
import { playTone } from '#web/parts/screen/tones.ts'
import type { Drafts } from './useDrafts.ts'
import type { Giving } from './useGiving.ts'

type AskCardProps = {
  readonly prompt: Extract<StopPrompt<OpStop>, { readonly kind: 'ASK' | 'BEFORE_END' }>
  /** The machine, where the screen shows several. */
  readonly place?: string
  readonly shiftEnd: number | null
  readonly giving: Giving
  readonly drafts: Drafts
  readonly onLater: () => void
}

/**
 * Returns the question why the machine stood, once it works again (U-50): tiles, and "Later". It takes no focus and announces itself once. Before the end of
 * the shift it goes through all that waits, and what is left goes to the lead.
 */
export function AskCard({ prompt, place, shiftEnd, giving, drafts, onLater }: AskCardProps) {
  const { t } = useTexts('operator')
  const format = useFormat()
  const texts = useSpanTexts()
  const isEnd = prompt.kind === 'BEFORE_END'
  const row = isEnd ? prompt.rows[0] : prompt.row
  const key = row === undefined ? null : rowKey(row)
  useEffect(() => {
    if (key !== null) playTone('ask')
  }, [key])
  if (row === undefined) return null
  const last = row.stops.at(-1) ?? row.stops[0]
  const name = row.stops.length > 1 ? t('bundle', { count: row.stops.length }) : texts.nameOf({ kind: last.kind, name: last.statusName })
  const when = `${format.time(row.start)}–${format.time(row.end)}`
  const length = format.duration(row.stoppedMs)
  const title = isEnd ? t('beforeEnd', { time: format.time(shiftEnd), count: countOf(prompt.rows) }) : t('classify.title')
  return (
    <section aria-label={place === undefined ? t('ask') : `${place}: ${t('ask')}`} className={classes['card']} data-ask>
      <p className="hidden-text" role="status" key={`${prompt.kind} ${key}`}>
        {[place, title, name, length].filter((part) => part !== undefined).join(', ')}
      </p>
      <header className={classes['head']}>
        <div>
          <h2>{title}</h2>
          <p>
            {name} · {when} · <b className={classes['length']}>{length}</b>
          </p>
          <LazyLossWorth lossId={last.id} />
        </div>
        <button type="button" className={classes['later']} onClick={onLater}>
          {isEnd ? t('toLead') : t('later')}
        </button>
      </header>
      <RowPanel
        key={key}
        stops={row.stops}
        isActive
        isTight={place !== undefined}
        giving={giving}
        drafts={drafts}
        onGiven={() => undefined}
      />
    </section>
  )
}

function countOf(rows: readonly OpRow[]): number {
  return rows.reduce((sum, row) => sum + row.stops.length, 0)
}
