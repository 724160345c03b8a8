import { useQuery } from 'urql'
import { SubscriptionPlacesDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { SubscriptionDialog } from './SubscriptionDialog.tsx'
import { subscribableTypes, type SubscriptionValues } from './subscription.view.ts'

/** What of a report that is to be sent was chosen before; null = none is. */
export type SubscribeToProps = { readonly begins: Partial<SubscriptionValues> | null; readonly onClose: () => void }

/** Returns the dialog in which a report that was chosen elsewhere is sent by itself; it opens once it is known which work centers there are. */
export function SubscribeTo({ begins, onClose }: SubscribeToProps) {
  const viewer = useViewer()
  const [{ data }] = useQuery({ query: SubscriptionPlacesDocument, variables: {}, pause: begins === null })
  const company = data?.currentUser?.company
  return (
    <SubscriptionDialog
      edited={begins !== null && data !== undefined ? 'new' : null}
      {...(begins !== null && { begins })}
      places={data?.workCenters ?? []}
      groups={data?.workCenterGroups ?? []}
      companyZone={company?.timeZone ?? null}
      mayMailOutside={company?.externalReports === true}
      types={subscribableTypes(viewer.readable)}
      workCenterId={null}
      onClose={onClose}
      onChanged={onClose}
    />
  )
}
