import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { SubscribeToProps } from './SubscribeTo.tsx'
import type { SubscriptionDialogProps } from './SubscriptionDialog.tsx'

/** The dialog of a report that is sent by itself: its code, with that of dates and times, loads when somebody asks for it. */
export const SubscriptionDialog = lazyPart<SubscriptionDialogProps>(() =>
  withTexts('subscription', import('./SubscriptionDialog.tsx')).then((module) => ({ default: module.SubscriptionDialog })),
)

/** The same for a report that was chosen elsewhere, such as a saved view of analytics. */
export const SubscribeTo = lazyPart<SubscribeToProps>(() =>
  withTexts('subscription', import('./SubscribeTo.tsx')).then((module) => ({ default: module.SubscribeTo })),
)
