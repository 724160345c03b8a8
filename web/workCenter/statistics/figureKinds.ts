import type { RecordKind } from '#engine/event/recordsChange.ts'

/** What the figures of shifts follow from. */
export const FIGURES: readonly RecordKind[] = ['loss', 'output', 'shift', 'workCenter']

/** What the energy of a period follows from. */
export const ENERGY: readonly RecordKind[] = ['energy', 'output', 'shift', 'workCenter']
