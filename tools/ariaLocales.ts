import type { Plugin } from 'vite'

/** Languages of the library whose sentences are kept; with all 34 a page of fields would be half as large again. */
const KEPT = /\/(en-US|uk-UA|pl-PL|ru-RU|es-ES)\.mjs$/
const SENTENCES = /[\\/]node_modules[\\/]react-(aria|stately)[\\/].*[\\/]intl[\\/].*[\\/][a-z]{2}-[A-Z]{2}\.mjs$/
const DICTIONARY = /[\\/]node_modules[\\/]react-aria[\\/].*[\\/](\w+)[\\/]intlStrings\.mjs$/

/** The tag that `web/parts/field/AriaLocale.tsx` uses for Uzbek. */
const UZBEK_TAG = 'en-CH'

/** What the library says in Uzbek, as the source of its dictionaries; it has no Uzbek itself. */
const UZBEK: Readonly<Record<string, string>> = {
  calendar: `{
    previous: 'Oldingi', next: 'Keyingi',
    selectedDateDescription: (args) => 'Tanlangan sana: ' + args.date,
    selectedRangeDescription: (args) => 'Tanlangan davr: ' + args.dateRange,
    todayDate: (args) => 'Bugun, ' + args.date,
    todayDateSelected: (args) => 'Bugun, ' + args.date + ', tanlangan',
    dateSelected: (args) => args.date + ', tanlangan',
    startRangeSelectionPrompt: 'Davr boshini tanlash uchun bosing', finishRangeSelectionPrompt: 'Davr oxirini tanlash uchun bosing',
    minimumDate: 'Birinchi mumkin boʻlgan sana', maximumDate: 'Oxirgi mumkin boʻlgan sana',
    dateRange: (args) => args.startDate + ' – ' + args.endDate }`,
  datepicker: `{
    era: 'era', year: 'yil', month: 'oy', day: 'kun', hour: 'soat', minute: 'daqiqa', second: 'soniya', dayPeriod: 'AM/PM',
    calendar: 'Taqvim', startDate: 'Boshlanish sanasi', endDate: 'Tugash sanasi', weekday: 'hafta kuni', timeZoneName: 'vaqt mintaqasi',
    selectedDateDescription: (args) => 'Tanlangan sana: ' + args.date,
    selectedRangeDescription: (args) => 'Tanlangan davr: ' + args.startDate + ' – ' + args.endDate,
    selectedTimeDescription: (args) => 'Tanlangan vaqt: ' + args.time }`,
  spinbutton: `{ Empty: 'Boʻsh' }`,
  numberfield: `{
    decrease: (args) => 'Kamaytirish: ' + args.fieldLabel, increase: (args) => 'Oshirish: ' + args.fieldLabel, numberField: 'Son maydoni' }`,
  combobox: `{
    focusAnnouncement: (args) => args.optionText + (args.isSelected ? ', tanlangan' : ''),
    countAnnouncement: (args) => args.optionCount + ' ta variant',
    selectedAnnouncement: (args) => args.optionText + ', tanlangan', buttonLabel: 'Variantlarni koʻrsatish', listboxLabel: 'Variantlar' }`,
}

/** Returns the plugin that leaves of React Aria's sentences those in the languages of the product, and adds the Uzbek ones. */
export function ariaLocales(): Plugin {
  return {
    name: 'aria-locales',
    load: (id) => (SENTENCES.test(id) && !KEPT.test(id) ? 'export default {}' : null),
    transform(code, id) {
      const uzbek = UZBEK[DICTIONARY.exec(id)?.[1] ?? '']
      if (uzbek === undefined) return null
      const added = code.replace(/export \{(\S+) as default\}/, `$1['${UZBEK_TAG}'] = ${uzbek}\n$&`)
      if (added === code) throw new Error(`${id} exports its dictionary in another way than before`)
      return { code: added, map: null }
    },
  }
}
