import type { SettingsWorkCenterQuery } from '#web/api/generated/graphql.ts'

/** The work center whose settings are shown. */
export type SettingsWorkCenter = NonNullable<SettingsWorkCenterQuery['workCenter']>

/** What each tab of the settings is given. */
export type SettingsTabProps = {
  readonly workCenter: SettingsWorkCenter
  /** Who may only read sees the values without the ways to change them. */
  readonly isReadOnly: boolean
  /** Asks for the work center anew, after a save that the cache does not see. */
  refetch(): void
  /** Tells how many changes of the tab are not saved: leaving the page asks then, and the tab stays as it is behind the others. */
  onDirty(changes: number): void
  /** Tells how many fields are wrong: the tab is marked in the list. */
  onErrors(errors: number): void
}
