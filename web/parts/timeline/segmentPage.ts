import { createContext } from 'react'

/** The device of the work center on whose page segments are shown; null on that page itself. */
export const SegmentPageContext = createContext<string | null>(null)
