import type { SettingsWorkCenterQuery } from '#web/api/generated/graphql.ts'

/** The work center whose settings are shown. */
export type SettingsWorkCenter = NonNullable<SettingsWorkCenterQuery['workCenter']>

/** What each tab of the settings is given. */
export type SettingsTabProps = {
  readonly workCenter: SettingsWorkCenter
  /** Who may only read sees the values without the ways to change them. */
  readonly isReadOnly: boolean
  /** Queries the work center again after a save that the cache does not notice. */
  refetch(): void
  /** Reports the number of unsaved changes of the tab: then leaving the page asks, and the tab stays mounted. */
  onDirty(changes: number): void
  /** Tells how many fields are wrong: the tab is marked in the list. */
  onErrors(errors: number): void
}
