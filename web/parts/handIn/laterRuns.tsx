import { lazyPart } from '#web/base/lazyPart.tsx'
import type { RunsAheadProps } from './RunsAhead.tsx'

/** Loaded once what is due is drawn. */
export const RunsAhead = lazyPart<RunsAheadProps>(() => import('./RunsAhead.tsx').then((module) => ({ default: module.RunsAhead })))
