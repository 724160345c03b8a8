import { text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** Stands in the address for an integration that is not there yet. */
export const NEW_SETUP = 'new'

/** The URL state of the integrations: which one is set up. */
export const INTEGRATIONS_SEARCH = tableOfPage('/integrations', searchTable({ setup: text() }))
