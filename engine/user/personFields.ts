import { currentZoneName, isTimeZone } from '#engine/company/timeZone.ts'
import { choice, judged, known, text } from '#engine/fields/fieldTable.ts'
import type { EnteredOf, FieldTable } from '#engine/fields/fieldTable.ts'
import { LANGUAGES } from './language.ts'
import { NAME_MAX_LENGTH, phoneProblems } from './person.ts'

/** What a person may change of themselves (spec 000 §7, updateUser). */
export const PERSON_FIELDS = {
  firstName: { column: 'first_name', rule: text(1, NAME_MAX_LENGTH), api: 'String', isRequired: true },
  lastName: { column: 'last_name', rule: text(1, NAME_MAX_LENGTH), api: 'String', isRequired: true },
  phone: { column: 'phone', rule: judged((field, phone) => phoneProblems(phone, field)[0] ?? null), api: 'String', isRequired: true },
} as const satisfies FieldTable

/** How a person reads: the zone of times, empty for that of the company, and the language of e-mails. */
export const REGION_FIELDS = {
  timeZone: { column: 'time_zone', rule: known((zone) => isTimeZone(currentZoneName(zone)), 'Europe/Warsaw'), api: 'String' },
  language: { column: 'language', rule: choice(LANGUAGES), api: 'String', isRequired: true },
} as const satisfies FieldTable

export type PersonForm = EnteredOf<typeof PERSON_FIELDS>
