import { isLanguage } from '#engine/user/language.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { listCountries, listTimeZones } from './countryLists.ts'
import type { Country, TimeZone } from './countryLists.ts'

const CountryRef = builder.objectRef<Country>('Country').implement({
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Its name in the language of the request.' }),
    code: t.exposeString('code', { description: 'ISO 3166-1, two lower-case letters.' }),
    dialCode: t.exposeString('dialCode', { description: 'The telephone prefix without the plus.' }),
  }),
})

const TimeZoneRef = builder.objectRef<TimeZone>('TimeZone').implement({
  fields: (t) => ({
    value: t.exposeString('value', { description: 'Its name in the time zone database.' }),
    label: t.exposeString('label', { description: 'City and country in the language of the request.' }),
    offset: t.exposeString('offset', { description: 'How far it is from UTC now, such as UTC+02:00.' }),
  }),
})

builder.queryFields((t) => ({
  countries: t.field({
    type: [CountryRef],
    authScopes: { account: true },
    description: 'All countries in the alphabetical order of the language.',
    resolve: (_root, _args, context) => [...listCountries(languageOf(context))],
  }),
  timeZones: t.field({
    type: [TimeZoneRef],
    authScopes: { account: true },
    description: 'All time zones in the alphabetical order of the language.',
    resolve: (_root, _args, context) => [...listTimeZones(languageOf(context), context.now())],
  }),
}))

function languageOf({ language }: RequestContext) {
  return isLanguage(language) ? language : 'en'
}
