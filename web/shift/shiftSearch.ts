import { date, flag, ids, optionOf, raw } from '#web/parts/list/codecs.ts'
import { tableOfPage } from '#web/parts/list/laterSearch.ts'
import { searchTable } from '#web/parts/list/searchTable.ts'
import { CLOSING_STEPS } from './close/closingSteps.ts'

/** The URL state of one shift. */
export const SHIFT_SEARCH = tableOfPage(
  '/shifts/$shiftId',
  searchTable({
    /** Name the shift where its id is not known. */
    shiftDate: date(),
    shift: raw(),
    workCenterId: ids({ most: 1 }),
    close: flag(),
    step: optionOf(CLOSING_STEPS),
    /** The date whose shifts are closed one after the other. */
    date: date(),
  }),
)
export type ShiftSearch = ReturnType<typeof SHIFT_SEARCH.read>
