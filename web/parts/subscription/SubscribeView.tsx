import { useQuery } from 'urql'
import { SubscriptionPlacesDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { SubscriptionDialog } from './SubscriptionDialog.tsx'
import { subscribableTypes } from './subscription.view.ts'

/** Which saved view of analytics is to be sent; null = none. */
export type SubscribeViewProps = { readonly view: string | null; readonly onClose: () => void }

/** Returns the dialog in which a saved view of analytics is sent by itself; it opens once it is known which work centers there are. */
export function SubscribeView({ view, onClose }: SubscribeViewProps) {
  const viewer = useViewer()
  const [{ data }] = useQuery({ query: SubscriptionPlacesDocument, variables: {}, pause: view === null })
  const company = data?.currentUser?.company
  return (
    <SubscriptionDialog
      edited={view !== null && data !== undefined ? 'new' : null}
      {...(view !== null && { view })}
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
