import { choice, FLAG, judged, known, text } from '#engine/fields/fieldTable.ts'
import type { EnteredOf, FieldTable } from '#engine/fields/fieldTable.ts'
import { SHIFT_DATE_RULES } from '#engine/shift/shiftSchedule.ts'
import { LANGUAGES } from '#engine/user/language.ts'
import { emailProblems } from '#engine/user/person.ts'
import { isCountryCode } from './countries.ts'
import { isTimeZone } from './timeZone.ts'

/** What a person enters for a new company (spec 000 §3, new company payload). */
export const NEW_COMPANY_FIELDS = {
  name: { column: 'name', rule: text(1, 200), api: 'String', isRequired: true },
  /** ISO 3166-1, two lower-case letters. */
  country: { column: 'country', rule: known(isCountryCode, 'pl'), api: 'String', isRequired: true },
  timeZone: { column: 'time_zone', rule: known(isTimeZone, 'Europe/Warsaw'), api: 'String', isRequired: true },
  /** Empty only where it was never set. */
  email: { column: 'email', rule: judged((field, email) => emailProblems(email, field)[0] ?? null), api: 'String', isRequired: true },
} as const satisfies FieldTable

/** The settings of a company (spec 000 §2, general settings). */
export const COMPANY_FIELDS = {
  ...NEW_COMPANY_FIELDS,
  language: { column: 'language', rule: choice(LANGUAGES), api: 'String', isRequired: true },
  shiftDateRule: {
    column: 'shift_date_rule',
    rule: choice(SHIFT_DATE_RULES),
    api: 'ShiftDateRule',
    isRequired: true,
    about: 'Which local date a shift belongs to: of its start, or of its end.',
  },
  stationPins: {
    column: 'station_pins',
    rule: FLAG,
    api: 'Boolean',
    isRequired: true,
    about: 'Whether people prove by their PIN that they work at a station.',
  },
  operatorsMayConfirm: {
    column: 'operators_may_confirm',
    rule: FLAG,
    api: 'Boolean',
    isRequired: true,
    about: 'Whether operators confirm the shifts of their work centers.',
  },
  operatorsMayCreateOrders: {
    column: 'operators_may_create_orders',
    rule: FLAG,
    api: 'Boolean',
    isRequired: true,
    about: 'Whether operators plan an order themselves at a work center of theirs that has none.',
  },
  externalReports: {
    column: 'external_reports',
    rule: FLAG,
    api: 'Boolean',
    isRequired: true,
    about: 'Whether reports may be sent to addresses outside the company.',
  },
} as const satisfies FieldTable

export type CompanyForm = EnteredOf<typeof NEW_COMPANY_FIELDS>
