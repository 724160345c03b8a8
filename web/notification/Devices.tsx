import { useEffect, useState } from 'react'
import {
  AddPushSubscriptionDocument,
  type NotificationPreferencesQuery,
  RemovePushSubscriptionDocument,
  TestPushDocument,
  type PushTrouble,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { forgetPush, notePush } from '#web/base/pushHere.ts'
import { showToast } from '#web/base/toast.ts'
import { browserName, pushSupport } from '#web/parts/push/thisBrowser.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './Preferences.module.css'
import { hashHere, type PushBrowser, subscribedHere } from './pushHere.view.ts'

type Device = NotificationPreferencesQuery['pushSubscriptions'][number]
type DevicesProps = {
  readonly devices: readonly Device[]
  readonly pushKey: string
  /** What keeps messages from them now. */
  readonly trouble: PushTrouble | null
  readonly onChanged: () => void
}

/** This browser, as far as it can lead messages here. */
const THIS_BROWSER: PushBrowser = {
  ask: () => Notification.requestPermission(),
  manager: async () => {
    if (pushSupport() !== 'READY') return null
    return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null
  },
}

/** Returns the devices that show the viewer's notifications, each to be tried and removed, and the way to add this one. */
export function Devices({ devices, pushKey, trouble, onChanged }: DevicesProps) {
  const { t } = useTexts('notification')
  const { id: userId } = useViewer()
  const adding = useChange(AddPushSubscriptionDocument)
  const [isAsking, setAsking] = useState(false)
  // The person may answer the browser's question in either way.
  const [support, setSupport] = useState(pushSupport)
  const here = useHere(devices, pushKey)
  const add = async () => {
    setAsking(true)
    const found = await subscribedHere(THIS_BROWSER, pushKey)
    setAsking(false)
    setSupport(pushSupport())
    if (found.state !== 'DONE') return showToast(found.state === 'NO_WORKER' ? t('devices.noWorker') : t('devices.refused'))
    const { address } = found
    const { data, problems } = await adding.run({ input: { ...address, label: browserName(navigator.userAgent) } })
    if (data !== null) notePush({ userId, deviceId: data.addPushSubscription.id, endpoint: address.endpoint })
    showToast(problems[0] === undefined ? t('devices.added') : problemText(t, problems[0]))
    onChanged()
  }
  return (
    <section className={classes['part']} aria-labelledby="devices">
      <h2 id="devices">{t('devices.title')}</h2>
      <p className={classes['muted']}>{t(`devices.support.${support}`)}</p>
      {trouble !== null && <p role="status">{t(`devices.trouble.${trouble}`)}</p>}
      {devices.length > 0 && (
        <ul className={classes['devices']}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} isHere={device.id === here?.id} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {support === 'READY' && here === undefined && (
        <div>
          <ActionButton isMain={devices.length === 0} isBusy={isAsking || adding.isBusy} onClick={() => void add()}>
            {t('devices.add')}
          </ActionButton>
        </div>
      )}
    </section>
  )
}

/** Returns the one of the devices that is this browser, as soon as that is known. */
function useHere(devices: readonly Device[], pushKey: string): Device | undefined {
  const [hash, setHash] = useState<string | null>(null)
  useEffect(() => {
    let isLeft = false
    void hashHere(THIS_BROWSER, pushKey).then((found) => {
      if (!isLeft) setHash(found)
    })
    return () => {
      isLeft = true
    }
  }, [devices, pushKey])
  return devices.find(({ endpointHash }) => endpointHash === hash)
}

type DeviceRowProps = { readonly device: Device; readonly isHere: boolean; readonly onChanged: () => void }

function DeviceRow({ device, isHere, onChanged }: DeviceRowProps) {
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
          {isHere && `${t('devices.here')} · `}
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
