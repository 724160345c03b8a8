import { lazyPart } from '#web/base/lazyPart.tsx'
import type { ChecklistFormProps } from './ChecklistForm.tsx'
import type { ComingProps } from './Coming.tsx'
import type { FiguresTabProps } from './figures/FiguresTab.tsx'
import type { GiveToProps } from './GiveTo.tsx'
import type { ResultPanelProps } from './ResultPanel.tsx'
import type { RunnerProps } from './run/Runner.tsx'

/** What somebody asks for on the page of the checklists: its code loads then, not with what is due. */
export const ChecklistForm = lazyPart<ChecklistFormProps>(() =>
  import('./ChecklistForm.tsx').then((module) => ({ default: module.ChecklistForm })),
)
export const FiguresTab = lazyPart<FiguresTabProps>(() =>
  import('./figures/FiguresTab.tsx').then((module) => ({ default: module.FiguresTab })),
)
export const Runner = lazyPart<RunnerProps>(() => import('./run/Runner.tsx').then((module) => ({ default: module.Runner })))
export const ResultPanel = lazyPart<ResultPanelProps>(() => import('./ResultPanel.tsx').then((module) => ({ default: module.ResultPanel })))
export const GiveTo = lazyPart<GiveToProps>(() => import('./GiveTo.tsx').then((module) => ({ default: module.GiveTo })))
export const Coming = lazyPart<ComingProps>(() => import('./Coming.tsx').then((module) => ({ default: module.Coming })))
