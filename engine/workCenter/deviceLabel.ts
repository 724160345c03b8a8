/** Content of a device's label; at least one of the two is present. */
export type DeviceLabel = { readonly guid: string | null; readonly code: string | null }

/** Why a scanned text names no device: no label, or a label with an invalid device id. */
export type LabelFault = 'invalidCode' | 'wrongWorkCenter'

/** How a code is printed: its first two characters, then its last four (spec 001 §5). */
export const CODE_PARTS = [2, 4] as const

const CODE = /^[a-z]{2}-[a-z0-9]{4}$/
const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** Returns the code as printed, `qe-322z`, from any way of typing it: capitals, spaces, another dash or none. Null for anything else. */
export function deviceCodeOf(text: string): string | null {
  const plain = text.toLowerCase().replaceAll(/[\s\-‐-―−_.]/g, '')
  const code = `${plain.slice(0, CODE_PARTS[0])}-${plain.slice(CODE_PARTS[0])}`
  return CODE.test(code) ? code : null
}

/** Returns the text of the QR code on the label: the address that opens the page for adding the device. */
export function deviceLabelText(publicUrl: string, device: { readonly guid: string; readonly code: string }): string {
  return `${publicUrl.replace(/\/+$/, '')}/addbox?${new URLSearchParams({ guid: device.guid, code: device.code }).toString()}`
}

/** Returns the device named by a text: a label of `deviceLabelText` of any server, a device id, or a printed code; else the fault (spec 001 §8). */
export function readDeviceLabel(text: string): DeviceLabel | LabelFault {
  const trimmed = text.trim()
  const guid = GUID.exec(trimmed)?.[0].toLowerCase() ?? null
  const given = parameters(trimmed)
  const code = deviceCodeOf(given.get('code') ?? (guid === null ? trimmed : ''))
  if (guid !== null || (code !== null && !given.has('guid'))) return { guid, code }
  return given.has('guid') ? 'wrongWorkCenter' : 'invalidCode'
}

function parameters(text: string): ReadonlyMap<string, string> {
  const at = text.indexOf('?')
  return at < 0 ? new Map() : new Map(new URLSearchParams(text.slice(at + 1)))
}
