import type { Factory } from './factoryFile.ts'

/** A shift of the plant on a date, half-open in UTC ms. */
export type PlantShift = { readonly index: number; readonly start: number; readonly end: number; readonly isWeekend: boolean }

/** The plant's clock: when its shifts begin, from the day on which the machines were installed. */
export type Plant = { readonly startAt: number; readonly shift: (index: number) => PlantShift }

/** Returns the plant of a factory that was installed at the instant; its first shift is the first of that local day, and shifts follow without a gap. */
export function createPlant(factory: Pick<Factory, 'company' | 'shifts'>, startAt: number): Plant {
  const timeZone = factory.company.timeZone
  const times = factory.shifts.map((shift) => Temporal.PlainTime.from(shift.timeStart))
  const firstDate = Temporal.Instant.fromEpochMilliseconds(startAt).toZonedDateTimeISO(timeZone).toPlainDate()
  const known: PlantShift[] = []

  function startOf(index: number): Temporal.ZonedDateTime {
    const date = firstDate.add({ days: Math.floor(index / times.length) })
    const plainTime = times[index % times.length]
    if (plainTime === undefined) throw new RangeError(`No shift of index ${index}`)
    return date.toZonedDateTime({ timeZone, plainTime })
  }

  return {
    startAt: startOf(0).epochMilliseconds,
    shift: (index) => {
      const start = startOf(index)
      return (known[index] ??= {
        index,
        start: start.epochMilliseconds,
        end: startOf(index + 1).epochMilliseconds,
        isWeekend: start.dayOfWeek > 5,
      })
    },
  }
}
