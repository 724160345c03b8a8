/** Of the address `/public/try#<device>.<secret>`: the part behind # is never sent to a server, so it stands in no log. */
export type PhoneDevice = { readonly deviceId: string; readonly secret: string }

const HASH = /^#([0-9a-f-]{36})\.([\w-]{1,200})$/i
/** Shaking hard is about 25 m/s². */
const KW_PER_ACCELERATION = 1.2
const MOST_KW = 30
/** What a phone that lies still measures. */
const NOISE = 0.4
/** While a finger holds the button. */
export const HELD_KW = 15

/** Returns the device that the address names, or null when it is not whole. */
export function phoneDeviceOf(hash: string): PhoneDevice | null {
  const [, deviceId, secret] = HASH.exec(hash) ?? []
  return deviceId === undefined || secret === undefined ? null : { deviceId, secret }
}

type Axes = { readonly x: number | null; readonly y: number | null; readonly z: number | null }

/** Returns the movement as power in kW: nothing for a phone that lies still, at most 30. Without the movement alone, gravity is taken out of the whole; null = not measured. */
export function powerOfMotion(movement: Axes | null, whole: Axes | null): number | null {
  const alone = lengthOf(movement)
  const total = lengthOf(whole)
  const acceleration = alone ?? (total === null ? null : Math.abs(total - GRAVITY))
  if (acceleration === null) return null
  if (acceleration < NOISE) return 0
  return Math.min(MOST_KW, Math.round(acceleration * KW_PER_ACCELERATION * 10) / 10)
}

const GRAVITY = 9.81

function lengthOf(axes: Axes | null): number | null {
  if (axes === null || axes.x === null || axes.y === null || axes.z === null) return null
  return Math.hypot(axes.x, axes.y, axes.z)
}

/** What became of the last value; also a key of the texts. */
export type PhoneOutcome = 'gone' | 'offline' | 'sent' | 'slow'

/** Returns what the answer to a value means; null = no answer. */
export function outcomeOf(status: number | null): PhoneOutcome {
  if (status === null || status >= 500) return 'offline'
  if (status === 429) return 'slow'
  return status === 202 ? 'sent' : 'gone'
}
