import type { ShiftDefinition } from '#engine/shift/shiftSchedule.ts'
import type { CalendarWindow } from '#engine/time/calendar.ts'
import { calendarOf } from '#engine/time/calendar.ts'

/** A shift of the plant on a date, or the time between two shifts (`isOpen` false); half-open in UTC ms. */
export type PlantShift = { readonly start: number; readonly end: number; readonly isOpen: boolean; readonly isWeekend: boolean }

/** The plant's clock: shift after shift, from the one in which the machines were installed. */
export type Plant = {
  readonly startAt: number
  readonly shift: (index: number) => PlantShift
  readonly shiftAt: (at: number) => PlantShift
}

/** Returns the plant's clock; its first shift is the one that runs at the instant of installation. */
export function createPlant(timeZone: string, shifts: readonly ShiftDefinition[], installedAt: number): Plant {
  // In force early enough for the shift that was already running when the machines were installed.
  const calendar = calendarOf([{ validFrom: installedAt - 2 * 86_400_000, zone: timeZone, shifts }])
  const first = toPlantShift(calendar.windowAt(installedAt))
  const known: PlantShift[] = [first]
  const shift = (index: number): PlantShift => {
    const found = known[index]
    if (found) return found
    const made = toPlantShift(calendar.windowAt(shift(index - 1).end))
    known[index] = made
    return made
  }
  return { startAt: first.start, shift, shiftAt: (at) => toPlantShift(calendar.windowAt(at)) }
}

function toPlantShift(window: CalendarWindow): PlantShift {
  const weekday = window.shift ? new Date(window.shift.shiftDate).getUTCDay() : 0
  return { start: window.start, end: window.end, isOpen: window.shift !== null, isWeekend: weekday === 0 || weekday === 6 }
}
