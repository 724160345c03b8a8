import { CODE_PARTS, readDeviceLabel } from '#engine/workCenter/deviceLabel.ts'
import { isToldLive } from '#web/parts/liveKeys.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'

/** Ways to tell what the label of a device says. */
export const LABEL_WAYS = ['scan', 'photo', 'code'] as const
export const WAYS = [...LABEL_WAYS, 'try'] as const
/** How somebody tells which device to add. */
export type Way = (typeof WAYS)[number]

/** URL state of adding, so that a reload continues at the same step. */
export type AddSearch = {
  /** Null = what suits the machine. */
  readonly way: Way | null
  /** Of a label that another program scanned. */
  readonly guid: string | null
  readonly code: string | null
  /** The work center that was added; null before. */
  readonly box: number | null
  readonly step: 'name' | 'data'
}

/** The two boxes of the code. */
export type CodeBoxes = readonly [first: string, last: string]

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A device that reports at all does so within two minutes. */
const PATIENCE_MS = 2 * MINUTE_MS

/** Returns the URL state; invalid values are left out. */
export function readAddSearch(search: Readonly<Record<string, unknown>>): AddSearch {
  const text = (key: string) => (typeof search[key] === 'string' ? search[key] : '')
  const label = readDeviceLabel(text('code'))
  return {
    way: WAYS.find((way) => way === text('way')) ?? null,
    guid: GUID.test(text('guid')) ? text('guid').toLowerCase() : null,
    code: typeof label === 'object' ? label.code : null,
    box: /^[1-9]\d{0,9}$/.test(text('box')) ? Number(text('box')) : null,
    step: text('step') === 'data' ? 'data' : 'name',
  }
}

/** Returns the way that suits the machine: a phone has a camera at hand, a desk a keyboard. */
export function wayOf(way: Way | null, isCoarse: boolean): Way {
  return way ?? (isCoarse ? 'scan' : 'code')
}

/** Returns the boxes after something was typed or pasted into one of them: a whole code or label fills both, more than fits goes on in the next. */
export function typeCode(boxes: CodeBoxes, box: 0 | 1, text: string): CodeBoxes {
  const label = readDeviceLabel(text)
  if (typeof label === 'object' && label.code !== null) return boxesOf(label.code)
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (box === 1) return [boxes[0], plain.slice(0, CODE_PARTS[1])]
  const rest = plain.slice(CODE_PARTS[0])
  return [plain.slice(0, CODE_PARTS[0]), rest === '' ? boxes[1] : rest.slice(0, CODE_PARTS[1])]
}

/** Returns the boxes that show a code. */
export function boxesOf(code: string): CodeBoxes {
  const [first = '', last = ''] = code.split('-')
  return [first, last]
}

/** Returns the code of the boxes, null until both are full of what codes have. */
export function codeOfBoxes([first, last]: CodeBoxes): string | null {
  const label = readDeviceLabel(`${first}-${last}`)
  return typeof label === 'object' ? label.code : null
}

/** Returns which box is to be typed in after the change: the second once the first is full; null = the same as before. */
export function boxAfter(before: CodeBoxes, after: CodeBoxes, box: 0 | 1): 0 | 1 | null {
  if (box === 0 && after[0].length === CODE_PARTS[0] && before[0] !== after[0]) return 1
  return box === 1 && after[1] === '' && before[1] !== '' ? 0 : null
}

/** Returns whether it is time to say what may be wrong: nothing came within two minutes of the claim. */
export function isLate(claimedAt: number | null, now: number): boolean {
  return claimedAt !== null && now - claimedAt >= PATIENCE_MS
}

type Arrived = { readonly type: string; readonly number: number; readonly lastValue?: { readonly value?: number | null } | null }

/** Returns the sensors that have a value beside the live ones, so that all that a device sent is seen. */
export function alsoArrived<Sensor extends Arrived>(
  sensors: readonly Sensor[],
  values: Readonly<Record<string, unknown>>,
): readonly Sensor[] {
  return sensors.filter((sensor) => sensor.lastValue?.value != null && !isToldLive(sensor, values))
}
