import { createContext, useContext } from 'react'
import { createFormat, type Format } from './format.ts'

/** UTC and English until the user's settings have loaded (spec 000 §4). */
export const FormatContext = createContext<Format>(createFormat('en', 'UTC'))

/** Returns the formatters of the current language and zone. */
export function useFormat(): Format {
  return useContext(FormatContext)
}
