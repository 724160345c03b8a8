import { createContext } from 'react'

/** Why parts of the page may have nothing to show now, as a sentence: no connection, or a server that does not answer. Null while it answers. */
export const OutageContext = createContext<string | null>(null)
