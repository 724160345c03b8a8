import { useTranslation } from 'react-i18next'
import { Elapsed } from '#web/parts/Elapsed.tsx'
import { SegmentLink } from '#web/parts/timeline/SegmentLink.tsx'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { statusColor } from '#web/parts/statusLook.ts'
import type { StatusSpan } from '#web/parts/timeline/statusSpans.ts'
import { useSpanTexts } from '#web/parts/timeline/useSpanTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './LastStops.module.css'

const SHOWN = 6

/** Returns the last stops of the shift, newest first, each a link to its segment of the timeline; the open one counts on. */
export function LastStops({ stops }: { readonly stops: readonly StatusSpan[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const texts = useSpanTexts()
  return (
    <section className={classes['section']} aria-label={t('stops.title')}>
      <h2>{t('stops.title')}</h2>
      {stops.length === 0 && <p className={classes['meta']}>{t('stops.none')}</p>}
      <ol>
        {stops.slice(0, SHOWN).map((stop) => (
          <li key={stop.start}>
            <SegmentLink start={stop.start} className={classes['stop']}>
              <span className={classes['mark']} style={{ color: statusColor(stop.look, stop.color) }}>
                <StatusIcon look={stop.look} />
              </span>
              <span className={classes['name']}>{texts.nameOf(stop)}</span>{' '}
              <span className={classes['meta']}>{texts.range(stop.start, stop.end)}</span>{' '}
              <span className={classes['duration']}>
                {stop.end === null ? <Elapsed since={stop.start} /> : format.duration(stop.end - stop.start)}
              </span>
            </SegmentLink>
          </li>
        ))}
      </ol>
    </section>
  )
}
