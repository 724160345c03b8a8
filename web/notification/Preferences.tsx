import { useState } from 'react'
import { EMAIL_FROM } from '#engine/notification/preference.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { nextLocalHour } from '#engine/time/zone.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { NotificationPreferencesDocument } from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { LeaveGuard } from '#web/parts/LeaveGuard.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { Devices } from './Devices.tsx'
import { DigestForm } from './DigestForm.tsx'
import classes from './Preferences.module.css'
import type { PreferencesChange, StoredPreferences } from './preferences.view.ts'
import { usePreferences } from './usePreferences.ts'

type Quiet = NonNullable<StoredPreferences['quiet']>
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const USUAL_QUIET: Quiet = { weekdays: [...WEEKDAYS], from: '22:00', to: '06:00' }

/** Returns what the viewer is sent, by which way and when not, and the devices on which it is shown (U-82). */
export function Preferences() {
  const { t } = useTexts('notification')
  const [result, ask] = useFreshQuery(NotificationPreferencesDocument, {}, { workCenterIds: null, kinds: ['people'] })
  const [problem] = problemsOf(result.error)
  const { data } = result
  if (data === undefined) {
    if (result.error === undefined) return <p role="status">{t('state.loading')}</p>
    return <PanelError title={problem ? problemText(t, problem) : t('state.wrong')} retryLabel={t('state.retry')} onRetry={ask} />
  }
  return (
    <div className={classes['page']}>
      <Devices devices={data.pushSubscriptions} pushKey={data.pushKey} trouble={data.notificationPreferences.pushTrouble} onChanged={ask} />
      <PreferencesForm stored={data.notificationPreferences} />
      <DigestForm />
    </div>
  )
}

function PreferencesForm({ stored }: { readonly stored: StoredPreferences }) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const viewer = useViewer()
  const preferences = usePreferences(stored)
  const { isBusy } = preferences
  const { channels, quiet: stands, urgentPierces, pausedUntil } = preferences.current
  // Times are stored by their button; whatever else is changed meanwhile does not take them along.
  const [typed, setTyped] = useState<Quiet | null>(null)
  const quiet = stands === null ? null : (typed ?? stands)
  const save = async (change: PreferencesChange) => {
    const [problem] = await preferences.change(change)
    // What was typed since stays.
    if (problem === undefined) setTyped((now) => (now === change.quiet ? null : now))
    // Beside the times stands what is wrong with them.
    const isShown = change.quiet != null && (problem?.field === 'quiet.from' || problem?.field === 'quiet.to')
    if (problem !== undefined && !isShown) showToast(problemText(t, problem))
  }
  const errorOf = (field: string) => {
    const problem = preferences.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > serverNow()
  const pause = (until: number | null) => void save({ pausedUntil: until === null ? null : new Date(until).toISOString() })
  return (
    <>
      <section className={classes['part']} aria-labelledby="ways">
        <h2 id="ways">{t('mine.ways')}</h2>
        <p className={classes['muted']}>{t('mine.waysHelp')}</p>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('form.type')}</th>
              <th scope="col">{t('mine.push')}</th>
              <th scope="col">{t('mine.email')}</th>
            </tr>
          </thead>
          <tbody>
            {channels.map(({ type, emailFrom, pushFrom }) => (
              <tr key={type}>
                <th scope="row">{t(`type.${type}`)}</th>
                {(['pushFrom', 'emailFrom'] as const).map((way) => (
                  <td key={way} data-label={way === 'pushFrom' ? t('mine.push') : t('mine.email')}>
                    <select
                      aria-label={`${t(`type.${type}`)}: ${way === 'pushFrom' ? t('mine.push') : t('mine.email')}`}
                      value={way === 'pushFrom' ? pushFrom : emailFrom}
                      onChange={({ currentTarget }) => {
                        const from = EMAIL_FROM.find((one) => one === currentTarget.value)
                        if (from !== undefined) void save({ channel: { type, [way]: from } })
                      }}
                    >
                      {EMAIL_FROM.map((from) => (
                        <option key={from} value={from}>
                          {t(`mine.from.${from}`)}
                        </option>
                      ))}
                    </select>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className={classes['part']} aria-labelledby="quiet">
        <h2 id="quiet">{t('mine.quiet')}</h2>
        <p className={classes['muted']}>{t('mine.quietHelp')}</p>
        <CheckField
          name="quiet"
          label={t('mine.quietOn')}
          isChecked={quiet !== null}
          onChange={(isOn) => {
            setTyped(null)
            void save({ quiet: isOn ? USUAL_QUIET : null })
          }}
        />
        {quiet !== null && (
          <form
            className={classes['quiet']}
            onSubmit={(event) => {
              event.preventDefault()
              void save({ quiet })
            }}
          >
            <fieldset className={classes['days']}>
              <legend>{t('mine.days')}</legend>
              {WEEKDAYS.map((day) => (
                <CheckField
                  key={day}
                  name={`day${day}`}
                  label={t(`mine.day.${day}`)}
                  isChecked={quiet.weekdays.includes(day)}
                  onChange={(isOn) =>
                    setTyped({ ...quiet, weekdays: WEEKDAYS.filter((one) => (one === day ? isOn : quiet.weekdays.includes(one))) })
                  }
                />
              ))}
            </fieldset>
            {(['from', 'to'] as const).map((end) => (
              <TextField
                key={end}
                name={end}
                label={end === 'from' ? t('mine.quietFrom') : t('mine.quietTo')}
                inputMode="numeric"
                maxLength={5}
                value={quiet[end]}
                onChange={(time) => setTyped({ ...quiet, [end]: time })}
                error={errorOf(`quiet.${end}`)}
              />
            ))}
            <ActionButton isMain isSubmit isBusy={isBusy} isDisabled={quiet.weekdays.length === 0}>
              {t('mine.save')}
            </ActionButton>
          </form>
        )}
        <CheckField
          name="urgentPierces"
          label={t('mine.pierces')}
          isChecked={urgentPierces}
          onChange={(isOn) => void save({ urgentPierces: isOn })}
        />
        <div className={classes['pause']}>
          <span>{isPaused ? t('mine.pausedUntil', { time: format.dateTime(Date.parse(pausedUntil)) }) : t('mine.pause')}</span>
          {isPaused ? (
            <ActionButton isMain isBusy={isBusy} onClick={() => pause(null)}>
              {t('mine.resume')}
            </ActionButton>
          ) : (
            <>
              <ActionButton isBusy={isBusy} onClick={() => pause(serverNow() + HOUR_MS)}>
                {t('mine.hour')}
              </ActionButton>
              <ActionButton isBusy={isBusy} onClick={() => pause(nextLocalHour(viewer.timeZone, serverNow(), 8))}>
                {t('mine.tomorrow')}
              </ActionButton>
            </>
          )}
        </div>
      </section>
      <LeaveGuard isDirty={stands !== null && typed !== null} />
      {/* One line, not a message for each change: on a phone these would lie over what is changed next. */}
      <p role="status" className={classes['saved']}>
        {preferences.isSaved && <span>{t('mine.saved')}</span>}
      </p>
    </>
  )
}
