import { MAX_TARIFF_ZONES } from '#engine/energy/tariff.ts'
import type { EnergyTariff, TariffZone, Weekday } from '#engine/energy/tariff.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { Refusal } from '#server/refusal.ts'
import { removeTariff, saveTariff } from './tariff.service.ts'
import { listTariffs } from './tariff.store.ts'

const ZoneRef = builder.objectRef<TariffZone>('EnergyTariffZone').implement({
  description: 'Hours of the week with a price of their own, by the clock of the plant.',
  fields: (t) => ({
    name: t.string({ resolve: ({ name }, _args, context) => context.named(name) }),
    days: t.intList({ description: 'Days of the week, 1 = Monday.', resolve: ({ days }) => [...days] }),
    from: t.string({ description: 'HH:MM.', resolve: ({ from }) => clockOf(from) }),
    to: t.string({
      description: 'HH:MM, 24:00 at the end of the day; before `from` the hours pass midnight on each day.',
      resolve: ({ to }) => clockOf(to),
    }),
    pricePerKwh: t.expose('pricePerKwh', { type: 'Decimal' }),
  }),
})

const TariffRef = builder.objectRef<EnergyTariff>('EnergyTariff').implement({
  description: 'What a kWh costs from a date on.',
  fields: (t) => ({
    validFrom: t.expose('validFrom', { type: 'Date' }),
    currency: t.exposeString('currency', { description: 'ISO 4217.' }),
    pricePerKwh: t.expose('pricePerKwh', { type: 'Decimal', description: 'Outside of all zones.' }),
    zones: t.field({ type: [ZoneRef], resolve: ({ zones }) => [...zones] }),
  }),
})

const ZoneInput = builder.inputType('EnergyTariffZoneInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    days: t.intList({ required: true, description: 'Days of the week, 1 = Monday.' }),
    from: t.string({ required: true, description: 'HH:MM in steps of 15 minutes.' }),
    to: t.string({ required: true, description: 'HH:MM in steps of 15 minutes, 24:00 at the end of the day.' }),
    pricePerKwh: t.field({ type: 'Decimal', required: true }),
  }),
})

const TariffInput = builder.inputType('EnergyTariffInput', {
  fields: (t) => ({
    validFrom: t.field({ type: 'Date', required: true }),
    currency: t.string({ required: true, description: 'ISO 4217.' }),
    pricePerKwh: t.field({ type: 'Decimal', required: true }),
    zones: t.field({ type: [ZoneInput], required: true, description: `Not more than ${MAX_TARIFF_ZONES}, none at the time of another.` }),
  }),
})

builder.queryField('energyTariffs', (t) =>
  t.field({
    type: [TariffRef],
    authScopes: can('READ', 'ANALYTICS'),
    description: 'What energy costs, the latest tariff first.',
    resolve: async (_root, _args, context) => [...(await context.inTenant(listTariffs))],
  }),
)

builder.mutationFields((t) => ({
  saveEnergyTariff: t.field({
    type: [TariffRef],
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description: 'All tariffs with this one, in the place of another from the same date. Costs of energy follow it, those of the past too.',
    args: { input: t.arg({ type: TariffInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const zones = input.zones.map((zone, index): TariffZone => ({
        name: zone.name.trim(),
        days: zone.days.map((day) => weekdayOf(day, `zones.${index}.days`)),
        from: minutesOf(zone.from, `zones.${index}.from`),
        to: minutesOf(zone.to, `zones.${index}.to`),
        pricePerKwh: zone.pricePerKwh,
      }))
      return [...(await saveTariff(context.deps, context.member(), { ...input, zones }))]
    },
  }),
  deleteEnergyTariff: t.field({
    type: [TariffRef],
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description: 'All tariffs without the one from this date.',
    args: { validFrom: t.arg({ type: 'Date', required: true }) },
    resolve: async (_root, { validFrom }, context) => [...(await removeTariff(context.deps, context.member(), validFrom))],
  }),
}))

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function minutesOf(clock: string, field: string): number {
  const [, hours, minutes] = /^(\d{2}):([0-5]\d)$/.exec(clock) ?? []
  if (hours === undefined || minutes === undefined) throw new Refusal({ code: 'INVALID_FORMAT', field, params: { example: '06:15' } })
  return Number(hours) * 60 + Number(minutes)
}

function weekdayOf(day: number, field: string): Weekday {
  const found = WEEKDAYS.find((one) => one === day)
  if (found === undefined) throw new Refusal({ code: 'VALUE_OUT_OF_RANGE', field, params: { value: day, min: 1, max: 7 } })
  return found
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
