import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { ClassifyDrawerProps } from '#web/parts/classify/ClassifyDrawer.tsx'
import type { SplitStopProps } from '#web/parts/classify/SplitStop.tsx'
import type { ApprovedQuestionProps } from './ApprovedQuestion.tsx'
import type { BulkReasonProps } from './BulkReason.tsx'
import type { LossEnergyProps } from './LossEnergy.tsx'
import type { ManualLossDialogProps } from './manual/ManualLossDialog.tsx'
import type { LossAroundProps } from './LossAround.tsx'
import type { LossStoryProps } from './LossStory.tsx'
import type { LossPanelProps } from './LossPanel.tsx'
import type { MergeReasonProps } from './MergeReason.tsx'
import type { ShareLossProps } from './ShareLoss.tsx'

/** What somebody asks for on the page of the losses: its code loads then, not with the list. */
export const ManualLossDialog = lazyPart<ManualLossDialogProps>(() =>
  import('./manual/ManualLossDialog.tsx').then((module) => ({ default: module.ManualLossDialog })),
)
export const ApprovedQuestion = lazyPart<ApprovedQuestionProps>(() =>
  import('./ApprovedQuestion.tsx').then((module) => ({ default: module.ApprovedQuestion })),
)
/** It also shows what was saved, so it loads right after the list. */
export const ClassifyDrawer = lazyPart<ClassifyDrawerProps>(() =>
  import('#web/parts/classify/ClassifyDrawer.tsx').then((module) => ({ default: module.ClassifyDrawer })),
)
export const LossAround = lazyPart<LossAroundProps>(() => import('./LossAround.tsx').then((module) => ({ default: module.LossAround })))
export const BulkReason = lazyPart<BulkReasonProps>(() => import('./BulkReason.tsx').then((module) => ({ default: module.BulkReason })))
export const LossEnergy = lazyPart<LossEnergyProps>(() => import('./LossEnergy.tsx').then((module) => ({ default: module.LossEnergy })))
export const LossStory = lazyPart<LossStoryProps>(() =>
  withTexts('notification', withTexts('workRequest', import('./LossStory.tsx'))).then((module) => ({ default: module.LossStory })),
)
export const LossPanel = lazyPart<LossPanelProps>(() => import('./LossPanel.tsx').then((module) => ({ default: module.LossPanel })))
export const MergeReason = lazyPart<MergeReasonProps>(() => import('./MergeReason.tsx').then((module) => ({ default: module.MergeReason })))
export const ShareLoss = lazyPart<ShareLossProps>(() => import('./ShareLoss.tsx').then((module) => ({ default: module.ShareLoss })))
export const SplitStop = lazyPart<SplitStopProps>(() =>
  import('#web/parts/classify/SplitStop.tsx').then((module) => ({ default: module.SplitStop })),
)
