import { useState } from 'react'
import { MINUTE_MS } from '#engine/time/durations.ts'
import type { ScheduleHistoryFragment } from '#web/api/generated/graphql.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useCoarseNow } from '#web/ui/clock.ts'
import { FollowCompany } from './FollowCompany.tsx'
import { rowsOf, stateOf } from './schedule.view.ts'
import { ScheduleEditor } from './ScheduleEditor.tsx'
import classes from './ShiftSchedule.module.css'
import { VersionList } from './VersionList.tsx'
import { useZoneFormat } from '#web/ui/useZoneFormat.ts'

type ScheduleOfProps = {
  readonly name: string
  readonly own: ScheduleHistoryFragment
  readonly company: ScheduleHistoryFragment
  readonly isReadOnly: boolean
  readonly onDirty: (changes: number) => void
  readonly onErrors: (errors: number) => void
  readonly onSaved: () => void
}

/** Returns the choice between the company's shifts and own ones, and the chosen ones; the company's can be changed from here, too, which says whom it concerns. */
export function ScheduleOf({ name, own, company, isReadOnly, onDirty, onErrors, onSaved }: ScheduleOfProps) {
  const { t } = useTexts('shiftSchedule')
  const now = useCoarseNow(MINUTE_MS)
  const saved = own.versions.at(-1)?.isOwn === true ? 'own' : 'company'
  const [owner, setOwner] = useState<'company' | 'own'>(saved)
  const [isOfCompany, setOfCompany] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const [away, setAway] = useState<(() => void) | null>(null)
  /** Goes to other shifts; what was typed in these is asked about first. */
  const leave = (go: () => void) => (isTyped ? setAway(() => go) : go())
  const followers = t('followers', { count: company.followersCount, all: company.workCentersCount })
  const edited = isOfCompany ? company : own
  const last = edited.versions.at(-1)
  const planned = edited.versions.find((version) => stateOf(version, now) === 'coming')
  const target = {
    workCenterId: edited.workCenterId,
    version: edited.version,
    timeZone: last?.timeZone ?? edited.companyTimeZone,
    rows: rowsOf(last?.shifts ?? []),
    isNew: !isOfCompany && saved === 'company',
  }
  return (
    <>
      {isOfCompany ? (
        <div className={classes['warning']}>
          <h3>{t('company.title')}</h3>
          <p>
            <span aria-hidden>⚠ </span>
            {t('company.warning', { name })} {followers}
          </p>
          <div>
            <ActionButton onClick={() => leave(() => setOfCompany(false))}>{t('company.back', { name })}</ActionButton>
          </div>
        </div>
      ) : (
        <div className={classes['owner']}>
          {isReadOnly ? (
            <p>
              {t('owner.legend')}: <b>{t(`owner.${saved}`)}</b>
            </p>
          ) : (
            <ChoiceGroup
              label={t('owner.legend')}
              value={owner}
              choices={[
                { value: 'company', label: t('owner.company') },
                { value: 'own', label: t('owner.own') },
              ]}
              onChange={(next) => leave(() => setOwner(next))}
            />
          )}
          {owner === 'company' && <p className={classes['meta']}>{followers}</p>}
          {owner === 'own' && saved === 'company' && <p className={classes['note']}>{t('switch.toOwn')}</p>}
        </div>
      )}
      <ZoneLine timeZone={target.timeZone} />
      {!isOfCompany && owner === 'company' ? (
        <>
          <FollowCompany
            own={own}
            company={company}
            isChange={saved === 'own'}
            onDirty={onDirty}
            onSaved={onSaved}
            onDiscard={() => setOwner(saved)}
          />
          {!isReadOnly && saved === 'company' && (
            <div>
              <ActionButton onClick={() => setOfCompany(true)}>{t('company.edit')}</ActionButton>
            </div>
          )}
        </>
      ) : (
        <ScheduleEditor
          key={isOfCompany ? 'company' : 'own'}
          target={target}
          runningUntil={edited.runningUntil == null ? null : Date.parse(edited.runningUntil)}
          plannedFrom={planned === undefined ? null : Date.parse(planned.validFrom)}
          isReadOnly={isReadOnly}
          onDirty={onDirty}
          onTyped={setTyped}
          onErrors={onErrors}
          onSaved={onSaved}
          onDiscard={() => setOwner(saved)}
        />
      )}
      <ConfirmDialog
        isOpen={away !== null}
        title={t('away.title')}
        confirmLabel={t('away.confirm')}
        cancelLabel={t('away.stay')}
        closeLabel={t('state.close')}
        isDanger
        onConfirm={() => {
          away?.()
          setAway(null)
        }}
        onClose={() => setAway(null)}
      >
        <p>{t('away.text')}</p>
      </ConfirmDialog>
      <VersionList versions={edited.versions} isCompany={isOfCompany} now={now} />
    </>
  )
}

/** Returns the time zone of the shifts, and its current time. */
function ZoneLine({ timeZone }: { readonly timeZone: string }) {
  const { t } = useTexts('shiftSchedule')
  const now = useCoarseNow(MINUTE_MS)
  const format = useZoneFormat(timeZone)
  return <p className={classes['meta']}>{t('zone', { zone: timeZone, time: format.time(now) })}</p>
}
