import { useClient } from 'urql'
import { SettingsWorkCenterDocument } from '#web/api/generated/graphql.ts'
import type { Snapshot } from './settingsDraft.view.ts'
import type { SettingsWorkCenter } from './settingsTabProps.ts'

/** Returns the function that queries the work center and reads the form's values; null when the server is unreachable. */
export function useLoadWorkCenter<Name extends string>(
  deviceId: string | null,
  snapshotOf: (workCenter: SettingsWorkCenter) => Snapshot<Name>,
): () => Promise<Snapshot<Name> | null> {
  const client = useClient()
  return async () => {
    const { data } = await client
      .query(SettingsWorkCenterDocument, { deviceId: deviceId ?? '' }, { requestPolicy: 'network-only' })
      .toPromise()
    return data?.workCenter ? snapshotOf(data.workCenter) : null
  }
}
