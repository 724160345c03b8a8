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
  /** On which days it starts, 1 Monday … 7 Sunday; absent = every day (domain.md S-48). */
  readonly weekdays?: readonly number[]
}

/** A date on which no shift starts (a holiday), or on which all do whatever their weekdays say; `YYYY-MM-DD` of the zone (domain.md S-48). */
export type ShiftException = { readonly date: string; readonly isWorking: boolean }

/** Which local date a shift belongs to: that of its start, or that of its last moment (domain.md S-41, A-3). */
export const SHIFT_DATE_RULES = ['END', 'START'] as const
export type ShiftDateRule = (typeof SHIFT_DATE_RULES)[number]

/** A set of shifts in force from an instant until the next version's (domain.md S-43); without shifts all time is out of schedule. */
export type ShiftScheduleVersion = {
  readonly validFrom: number
  readonly zone: string
  readonly shifts: readonly ShiftDefinition[]
  /** One a date. */
  readonly exceptions?: readonly ShiftException[]
  /** START when absent. */
  readonly shiftDateRule?: ShiftDateRule
}

/** A shift on a date, with its instants frozen in UTC ms (domain.md S-41). `shiftDate` is `YYYY-MM-DD`, by the rule of its version. */
export type ShiftInstance = { readonly shiftId: number; readonly shiftDate: string; readonly start: number; readonly end: number }
