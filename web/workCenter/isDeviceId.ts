const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether the text can be a device id: a guid. */
export function isDeviceId(text: string): boolean {
  return GUID.test(text)
}
