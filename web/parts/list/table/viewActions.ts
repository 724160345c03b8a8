import { createContext, type ReactNode } from 'react'
import type { SavedView } from '#web/base/savedViews.ts'

/** What a page offers for each saved view of its list; `close` closes the panel of the views. */
export const ViewActions = createContext<((view: SavedView, close: () => void) => ReactNode) | null>(null)
