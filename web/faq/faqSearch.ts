import { raw, text } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'

/** The URL state of the FAQ: what is looked for, an entry, or a refusal whose entry is meant. */
export const FAQ_SEARCH = tableOfPage('/faq', searchTable({ q: text(), entry: raw(), code: raw() }))
