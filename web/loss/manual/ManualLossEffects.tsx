import type { ManualLossEffectsQuery } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'
import classes from './ManualLoss.module.css'

type Effects = ManualLossEffectsQuery['manualLossPreview']

/** Returns what entering the loss will do to what is there: to other losses, to time without data, and to the OEE of the shift. */
export function ManualLossEffects({ effects: { covered, silence, oee }, zone }: { readonly effects: Effects; readonly zone: string }) {
  const { t } = useTexts('loss')
  const format = useZoneFormat(zone)
  const nameOf = ({ loss }: Effects['covered'][number]) => loss.reason?.name ?? t('stops.unclassified')
  if (covered.length === 0 && silence === 0 && oee == null) return null
  return (
    <div role="status" className={classes['effects']}>
      {silence > 0 && <p>{t('manual.silence', { duration: format.duration(silence * 1000) })}</p>}
      {oee != null && (
        <p>
          {t('bulk.oee')}, {oee.shiftName}:{' '}
          <b>
            {format.percent(oee.oeeBefore ?? null)} → {format.percent(oee.oeeAfter ?? null)}
          </b>
        </p>
      )}
      {covered.length > 0 && (
        <>
          <p>{t('manual.covers')}</p>
          <ul>
            {covered.map((one) => (
              <li key={one.loss.id}>
                {t(one.isWhole ? 'manual.whole' : 'manual.part', {
                  time: format.time(Date.parse(one.loss.timeStart)),
                  reason: nameOf(one),
                  duration: format.duration(one.duration * 1000),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
