import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { stateOf, type StoredVersion } from './schedule.view.ts'
import classes from './ShiftSchedule.module.css'

/** A schedule that was dated back to the beginning of time holds from the beginning. */
const LONG_AGO = Date.UTC(1990, 0, 1)

type VersionListProps = { readonly versions: readonly StoredVersion[]; readonly isCompany: boolean; readonly now: number }

/** Returns the versions of a schedule, the newest first: past, in force and coming, so that old figures can be understood. */
export function VersionList({ versions, isCompany, now }: VersionListProps) {
  const { t } = useTexts('shiftSchedule')
  const format = useFormat()
  if (versions.length === 0) return null
  const since = (at: number) => (at < LONG_AGO ? t('versions.always') : t('versions.since', { date: format.dateTime(at) }))
  return (
    <details className={classes['versions']}>
      <summary>{t('versions.title')}</summary>
      <ol>
        {versions.toReversed().map((version) => {
          const state = stateOf(version, now)
          const from = Date.parse(version.validFrom)
          const whose = isCompany ? null : t(version.isOwn ? 'versions.own' : 'versions.company')
          return (
            <li key={version.validFrom} data-state={state}>
              <b>{t(`versions.${state}`)}</b>{' '}
              <span className={classes['meta']}>
                {[
                  version.validTo == null || from < LONG_AGO
                    ? since(from)
                    : t('versions.between', { from: format.dateTime(from), to: format.dateTime(Date.parse(version.validTo)) }),
                  whose,
                  version.timeZone,
                ]
                  .filter((one) => one !== null)
                  .join(' · ')}
              </span>
              <p>
                {version.shifts.length === 0
                  ? t('versions.none')
                  : version.shifts.map((shift) => `${shift.code} ${shift.name} ${shift.timeStart}–${shift.timeEnd}`).join(' · ')}
              </p>
            </li>
          )
        })}
      </ol>
    </details>
  )
}
