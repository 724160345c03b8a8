import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { SubscribeViewProps } from './SubscribeView.tsx'
import type { SubscriptionDialogProps } from './SubscriptionDialog.tsx'

/** The dialog of a report that is sent by itself: its code, with that of dates and times, loads when somebody asks for it. */
export const SubscriptionDialog = lazyPart<SubscriptionDialogProps>(() =>
  withTexts('subscription', import('./SubscriptionDialog.tsx')).then((module) => ({ default: module.SubscriptionDialog })),
)

/** The same for a saved view of analytics. */
export const SubscribeView = lazyPart<SubscribeViewProps>(() =>
  withTexts('subscription', import('./SubscribeView.tsx')).then((module) => ({ default: module.SubscribeView })),
)
