/** One shift of a schedule in wall-clock time of the zone; `timeEnd <= timeStart` crosses midnight, equal means 24 h (domain.md S-40). */
export type ShiftDefinition = {
  readonly shiftId: number
  /** One character. */
  readonly code: string
  readonly name: string
  /** `HH:mm` */
  readonly timeStart: string
  /** `HH:mm` */
  readonly timeEnd: string
}

/** A set of shifts in force from an instant until the next version's (domain.md S-43). */
export type ShiftScheduleVersion = { readonly validFrom: number; readonly zone: string; readonly shifts: readonly ShiftDefinition[] }

/** A shift on a date, with its instants frozen in UTC ms (domain.md S-41). `shiftDate` is `YYYY-MM-DD`, the local date of the start. */
export type ShiftInstance = { readonly shiftId: number; readonly shiftDate: string; readonly start: number; readonly end: number }
