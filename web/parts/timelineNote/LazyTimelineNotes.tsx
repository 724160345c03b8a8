import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { TimelineNotesProps } from './TimelineNotes.tsx'

/** The notes under a time chart, whose files load beside its figures. */
export const LazyTimelineNotes = lazyPart<TimelineNotesProps>(() =>
  withTexts('timelineNote', import('./TimelineNotes.tsx')).then((module) => ({ default: module.TimelineNotes })),
)
