import type { ConfirmHereProps } from '#web/parts/confirm/ConfirmHere.tsx'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { MoveDialogProps } from './board/MoveDialog.tsx'
import type { MovedNoticeProps } from './board/MovedNotice.tsx'
import type { EndedAtHereProps } from './EndedAtHere.tsx'

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
