import type { ConfirmHereProps } from '#web/parts/confirm/ConfirmHere.tsx'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { MoveDialogProps } from './board/MoveDialog.tsx'
import type { MovedNoticeProps } from './board/MovedNotice.tsx'
import type { CloseDialogProps } from './CloseDialog.tsx'
import type { EndedAtHereProps } from './EndedAtHere.tsx'
import type { JobOrderPanelProps } from './JobOrderPanel.tsx'
import type { StartDialogProps } from './StartDialog.tsx'

/** The sheet in which output of an order is confirmed; its files come when it is opened. */
export const ConfirmHere = lazyPart<ConfirmHereProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/ConfirmHere.tsx')).then((module) => ({ default: module.ConfirmHere })),
)

/** The question where an order is to stand. */
export const MoveDialog = lazyPart<MoveDialogProps>(() =>
  withTexts('board', import('./board/MoveDialog.tsx')).then((module) => ({ default: module.MoveDialog })),
)

/** The question when an order really ended. */
export const EndedAtHere = lazyPart<EndedAtHereProps>(() =>
  withTexts('order', import('./EndedAtHere.tsx')).then((module) => ({ default: module.EndedAtHere })),
)

/** What moving an order of the list did, with the way back. */
export const MovedNotice = lazyPart<MovedNoticeProps>(() =>
  withTexts('board', import('./board/MovedNotice.tsx')).then((module) => ({ default: module.MovedNotice })),
)

/** The drawer with an order. */
export const JobOrderPanel = lazyPart<JobOrderPanelProps>(() =>
  import('./JobOrderPanel.tsx').then((module) => ({ default: module.JobOrderPanel })),
)

/** The question why an order is finished of which some output may not be confirmed. */
export const CloseDialog = lazyPart<CloseDialogProps>(() => import('./CloseDialog.tsx').then((module) => ({ default: module.CloseDialog })))

/** The question what becomes of the orders that are worked on when another starts. */
export const StartDialog = lazyPart<StartDialogProps>(() => import('./StartDialog.tsx').then((module) => ({ default: module.StartDialog })))
