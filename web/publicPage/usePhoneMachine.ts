import { useCallback, useEffect, useRef, useState } from 'react'
import { PHONE_SENDS_EVERY_MS } from '#engine/workCenter/trialMachine.ts'
import { HELD_KW, outcomeOf, powerOfMotion, type PhoneDevice, type PhoneOutcome } from './phone.view.ts'

export type PhoneMachine = {
  readonly isOn: boolean
  /** Sent last, kW; null before the first. */
  readonly power: number | null
  readonly outcome: PhoneOutcome | null
  start(): void
  stop(): void
  hold(isHeld: boolean): void
}

/** Returns the phone as a machine: once started it sends its movement, or what the held button stands for, twice a second. */
export function usePhoneMachine(device: PhoneDevice): PhoneMachine {
  const [isOn, setOn] = useState(false)
  const [power, setPower] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<PhoneOutcome | null>(null)
  const moved = useRef(0)
  const isHeld = useRef(false)
  useEffect(() => {
    if (!isOn) return undefined
    let isSending = false
    const feel = (event: DeviceMotionEvent) => {
      const felt = powerOfMotion(event.acceleration, event.accelerationIncludingGravity)
      moved.current = Math.max(moved.current, felt ?? 0)
    }
    const send = async () => {
      if (isSending) return
      isSending = true
      const value = Math.max(moved.current, isHeld.current ? HELD_KW : 0)
      moved.current = 0
      setPower(value)
      const next = outcomeOf(await post(device, value))
      setOutcome(next)
      if (next === 'gone') setOn(false)
      isSending = false
    }
    addEventListener('devicemotion', feel)
    const timer = setInterval(() => void send(), PHONE_SENDS_EVERY_MS)
    void send()
    return () => {
      removeEventListener('devicemotion', feel)
      clearInterval(timer)
    }
  }, [device, isOn])
  const start = useCallback(() => {
    // iPhones ask whether the page may feel the movement; without it the button does.
    void askForMotion()
      .catch(() => undefined)
      .then(() => setOn(true))
  }, [])
  const stop = useCallback(() => {
    setOn(false)
    void post(device, 0)
  }, [device])
  const hold = useCallback((next: boolean) => void (isHeld.current = next), [])
  return { isOn, power, outcome, start, stop, hold }
}

async function post({ deviceId, secret }: PhoneDevice, power: number): Promise<number | null> {
  try {
    const response = await fetch(`/api/devices/${deviceId}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ values: { POWER: power } }),
    })
    return response.status
  } catch {
    return null
  }
}

async function askForMotion(): Promise<void> {
  if (!('DeviceMotionEvent' in globalThis)) return
  const asks: unknown = Reflect.get(DeviceMotionEvent, 'requestPermission')
  if (typeof asks === 'function') await asks.call(DeviceMotionEvent)
}
