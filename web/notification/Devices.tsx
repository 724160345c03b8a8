import { useState } from 'react'
import {
  AddPushSubscriptionDocument,
  type NotificationPreferencesQuery,
  RemovePushSubscriptionDocument,
  TestPushDocument,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { forgetPush, notePush } from '#web/base/pushHere.ts'
import { showToast } from '#web/base/toast.ts'
import { browserName, pushSupport, subscribeHere } from '#web/parts/push/thisBrowser.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Preferences.module.css'

type Device = NotificationPreferencesQuery['pushSubscriptions'][number]
type DevicesProps = { readonly devices: readonly Device[]; readonly pushKey: string; readonly onChanged: () => void }

/** Returns the devices that show the viewer's notifications, each to be tried and removed, and the way to add this one. */
export function Devices({ devices, pushKey, onChanged }: DevicesProps) {
  const { t } = useTexts('notification')
  const { id: userId } = useViewer()
  const adding = useChange(AddPushSubscriptionDocument)
  const [isAsking, setAsking] = useState(false)
  // The person may answer the browser's question in either way.
  const [support, setSupport] = useState(pushSupport)
  const add = async () => {
    setAsking(true)
    const subscription = await subscribeHere(pushKey)
    setAsking(false)
    setSupport(pushSupport())
    if (subscription === null) return showToast(t('devices.refused'))
    const { data, problems } = await adding.run({ input: { ...subscription, label: browserName(navigator.userAgent) } })
    if (data !== null) notePush({ userId, deviceId: data.addPushSubscription.id, endpoint: subscription.endpoint })
    showToast(problems[0] === undefined ? t('devices.added') : problemText(t, problems[0]))
    onChanged()
  }
  return (
    <section className={classes['part']} aria-labelledby="devices">
      <h2 id="devices">{t('devices.title')}</h2>
      <p className={classes['muted']}>{t(`devices.support.${support}`)}</p>
      {devices.length > 0 && (
        <ul className={classes['devices']}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {support === 'READY' && (
        <div>
          <ActionButton isMain={devices.length === 0} isBusy={isAsking || adding.isBusy} onClick={() => void add()}>
            {t('devices.add')}
          </ActionButton>
        </div>
      )}
    </section>
  )
}

function DeviceRow({ device, onChanged }: { readonly device: Device; readonly onChanged: () => void }) {
  const { t } = useTexts('notification')
  const format = useFormat()
  const testing = useChange(TestPushDocument)
  const removing = useChange(RemovePushSubscriptionDocument)
  const test = async () => {
    const { data, problems } = await testing.run({ id: device.id, text: t('devices.testText') })
    const [problem] = problems
    if (problem !== undefined) showToast(problemText(t, problem))
    else if (data !== null) showToast(t(`devices.tested.${data.testPush}`))
    onChanged()
  }
  const remove = async () => {
    const [problem] = (await removing.run({ id: device.id })).problems
    if (problem === undefined) forgetPush(device.id)
    else showToast(problemText(t, problem))
    onChanged()
  }
  return (
    <li className={classes['device']}>
      <span className={classes['label']}>
        <strong>{device.label}</strong>
        <span className={classes['muted']}>
          {device.lastOkOn === null
            ? t('devices.since', { time: format.dateTime(Date.parse(device.createdOn)) })
            : t('devices.lastOk', { time: format.dateTime(Date.parse(device.lastOkOn)) })}
        </span>
      </span>
      <ActionButton isBusy={testing.isBusy} onClick={() => void test()}>
        {t('devices.test')}
      </ActionButton>
      <ActionButton isDanger isBusy={removing.isBusy} onClick={() => void remove()}>
        {t('devices.remove')}
      </ActionButton>
    </li>
  )
}
