import type { TrustFieldsFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './TrustBar.module.css'

/** Returns how the reasons of stops came about, as one bar and in words; nothing without stops. */
export function TrustBar({ shares }: { readonly shares: readonly TrustFieldsFragment[] }) {
  const { t } = useTexts('shiftInsight')
  const format = useFormat()
  if (shares.length === 0) return null
  return (
    <section className={classes['trust']} aria-label={t('trust')}>
      <h3 className={classes['title']}>{t('trust')}</h3>
      <div className={classes['bar']} aria-hidden>
        {shares.map(({ kind, percent }) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: percent }} />
        ))}
      </div>
      <ul className={classes['legend']}>
        {shares.map(({ kind, percent, duration }) => (
          <li key={kind} title={format.duration(duration * 1000)}>
            <span className={classes['dot']} data-kind={kind} aria-hidden />
            {t(`trustKind.${kind}`)} {format.percentOf(percent, 1)}
          </li>
        ))}
      </ul>
    </section>
  )
}
