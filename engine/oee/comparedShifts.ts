/** A shift of a period: its date as the count of days from the first one, and when it ends in UTC ms. */
export type PeriodShift = { readonly day: number; readonly end: number }

/**
 * Returns the shifts of two periods of as many days that are compared (domain.md S-95): of the one that goes on those that are over, of the one
 * before as far into it, by the day and the place of the shift in its day. Both lists are of one work center.
 */
export function comparedShifts<Shift extends PeriodShift>(
  present: readonly Shift[],
  before: readonly Shift[],
  now: number,
): { readonly present: readonly Shift[]; readonly before: readonly Shift[] } {
  const over = present.filter(({ end }) => end <= now)
  const places = placesOf(present)
  const last = over.reduce((latest, shift) => later(latest, placeOf(places, shift)), NOWHERE)
  const placesBefore = placesOf(before)
  return { present: over, before: before.filter((shift) => isUpTo(placeOf(placesBefore, shift), last)) }
}

type Place = { readonly day: number; readonly ordinal: number }
const NOWHERE: Place = { day: -1, ordinal: 0 }

/** The place of each shift among those of its day, by when it ends. */
function placesOf(shifts: readonly PeriodShift[]): ReadonlyMap<PeriodShift, Place> {
  const byDay = Map.groupBy(shifts, ({ day }) => day)
  return new Map(
    [...byDay].flatMap(([day, own]) =>
      own.toSorted((left, right) => left.end - right.end).map((shift, ordinal) => [shift, { day, ordinal }] as const),
    ),
  )
}

function placeOf(places: ReadonlyMap<PeriodShift, Place>, shift: PeriodShift): Place {
  return places.get(shift) ?? NOWHERE
}

function isUpTo(place: Place, last: Place): boolean {
  return place.day < last.day || (place.day === last.day && place.ordinal <= last.ordinal)
}

function later(left: Place, right: Place): Place {
  return isUpTo(left, right) ? right : left
}
