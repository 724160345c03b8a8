import { useState } from 'react'
import { EMAIL_FROM } from '#engine/notification/preference.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { nextLocalHour } from '#engine/time/zone.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import {
  NotificationPreferencesDocument,
  type NotificationPreferencesQuery,
  SaveNotificationPreferencesDocument,
} from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { PanelError } from '#web/ui/PanelError.tsx'
import { Devices } from './Devices.tsx'
import classes from './Preferences.module.css'

type Stored = NotificationPreferencesQuery['notificationPreferences']
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const USUAL_QUIET: NonNullable<Stored['quiet']> = { weekdays: [...WEEKDAYS], from: '22:00', to: '06:00' }

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
      <Devices devices={data.pushSubscriptions} pushKey={data.pushKey} onChanged={ask} />
      <PreferencesForm stored={data.notificationPreferences} onSaved={ask} />
    </div>
  )
}

type PreferencesFormProps = { readonly stored: Stored; readonly onSaved: () => void }

function PreferencesForm({ stored, onSaved }: PreferencesFormProps) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const viewer = useViewer()
  const saving = useChange(SaveNotificationPreferencesDocument)
  const [typed, setTyped] = useState<Stored>(stored)
  const [isSaved, setSaved] = useState(false)
  const { channels, quiet, urgentPierces, pausedUntil } = typed
  const save = async (next: Stored) => {
    setTyped(next)
    setSaved(false)
    const input = {
      channels: next.channels.map(({ type, emailFrom, pushFrom }) => ({ type, emailFrom, pushFrom })),
      quiet: next.quiet === null ? null : { weekdays: next.quiet.weekdays, from: next.quiet.from, to: next.quiet.to },
      urgentPierces: next.urgentPierces,
      pausedUntil: next.pausedUntil,
    }
    const { problems } = await saving.run({ input })
    const [problem] = problems
    if (problem === undefined) {
      setSaved(true)
      onSaved()
    } else if (problem.field === undefined) showToast(problemText(t, problem))
  }
  const errorOf = (field: string) => {
    const problem = saving.problemOf(field)
    return problem === null ? null : problemText(t, problem)
  }
  const changeChannel = (type: string, change: Partial<Stored['channels'][number]>) =>
    void save({ ...typed, channels: channels.map((one) => (one.type === type ? { ...one, ...change } : one)) })
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > serverNow()
  const pause = (until: number | null) => void save({ ...typed, pausedUntil: until === null ? null : new Date(until).toISOString() })
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
                      disabled={saving.isBusy}
                      onChange={({ currentTarget }) => {
                        const from = EMAIL_FROM.find((one) => one === currentTarget.value)
                        if (from !== undefined) changeChannel(type, { [way]: from })
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
          onChange={(isOn) => void save({ ...typed, quiet: isOn ? USUAL_QUIET : null })}
        />
        {quiet !== null && (
          <form
            className={classes['quiet']}
            onSubmit={(event) => {
              event.preventDefault()
              void save(typed)
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
                    setTyped({
                      ...typed,
                      quiet: { ...quiet, weekdays: WEEKDAYS.filter((one) => (one === day ? isOn : quiet.weekdays.includes(one))) },
                    })
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
                onChange={(time) => setTyped({ ...typed, quiet: { ...quiet, [end]: time } })}
                error={errorOf(`quiet.${end}`)}
              />
            ))}
            <ActionButton isMain isSubmit isBusy={saving.isBusy} isDisabled={quiet.weekdays.length === 0}>
              {t('mine.save')}
            </ActionButton>
          </form>
        )}
        <CheckField
          name="urgentPierces"
          label={t('mine.pierces')}
          isChecked={urgentPierces}
          onChange={(isOn) => void save({ ...typed, urgentPierces: isOn })}
        />
        <div className={classes['pause']}>
          <span>{isPaused ? t('mine.pausedUntil', { time: format.dateTime(Date.parse(pausedUntil)) }) : t('mine.pause')}</span>
          {isPaused ? (
            <ActionButton isMain isBusy={saving.isBusy} onClick={() => pause(null)}>
              {t('mine.resume')}
            </ActionButton>
          ) : (
            <>
              <ActionButton isBusy={saving.isBusy} onClick={() => pause(serverNow() + HOUR_MS)}>
                {t('mine.hour')}
              </ActionButton>
              <ActionButton isBusy={saving.isBusy} onClick={() => pause(nextLocalHour(viewer.timeZone, serverNow(), 8))}>
                {t('mine.tomorrow')}
              </ActionButton>
            </>
          )}
        </div>
      </section>
      {/* One line, not a message for each change: on a phone these would lie over what is changed next. */}
      <p role="status" className={classes['saved']}>
        {isSaved && <span>{t('mine.saved')}</span>}
      </p>
    </>
  )
}
