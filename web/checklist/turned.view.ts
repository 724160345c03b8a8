/** What a press made of a checklist that is on or off; `version` = null while it is on its way, then that which it was stored as. */
export type Turned = { readonly active: boolean; readonly version: number | null }

/** Returns whether the checklist is shown as on: as it was turned here at once, until the list tells of that or of something later. */
export function isShownActive(listed: { readonly active: boolean; readonly version: number }, turned: Turned | undefined): boolean {
  return turned !== undefined && (turned.version === null || turned.version > listed.version) ? turned.active : listed.active
}
