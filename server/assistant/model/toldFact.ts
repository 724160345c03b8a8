import type { ToldLine } from '#engine/assistant/model/wordsStand.ts'
import { MINUTE_MS, SECOND_MS } from '#engine/time/durations.ts'
import type { Fact } from '../fact.ts'

type Wording = { readonly language: string; readonly timeZone: string }

/** Uzbek writes numbers as Ukrainian does. */
const NUMBER_TAGS: Readonly<Record<string, string>> = { uz: 'uk' }

/** Returns a fact as a model is told it: its kind in plain words, its name, and its figures rounded as the screen rounds them. */
export function toldFact({ kind, name, text, code, value, of, at }: Fact, { language, timeZone }: Wording): ToldLine {
  const tag = NUMBER_TAGS[language] ?? language
  const number = (amount: number, digits = 0) => new Intl.NumberFormat(tag, { maximumFractionDigits: digits }).format(amount)
  const percent = (share: number) =>
    new Intl.NumberFormat(tag, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share)
  const isShare = kind === 'SHARE' || kind === 'TARGET' || kind === 'BATTERY' || kind === 'DIFFERENCE' || kind === 'SHIFT'
  const isTime = kind === 'DURATION' || kind === 'REASON'
  const digits = kind === 'ENERGY_PER_UNIT' ? 3 : 0
  const amount = value == null ? null : isShare ? percent(value) : isTime ? lengthText(value * SECOND_MS) : number(value, digits)
  const whole = of == null ? null : isShare ? percent(of) : number(of)
  const when = at == null ? null : new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
  const parts: readonly (readonly [string, string | null | undefined])[] = [
    ['of', name],
    ['what', text],
    ['code', code],
    [MEASURED[kind] ?? 'value', amount === null ? null : `${amount}${UNITS[kind] ?? ''}`],
    [WHOLE[kind] ?? 'of', whole],
    [TIMED[kind] ?? 'at', when],
  ]
  const told = parts.flatMap(([label, part]) => (part == null || part === '' ? [] : [`${label}: ${part}`]))
  return { name: name ?? null, text: [ABOUT[kind], ...told].join('; ') }
}

const ABOUT: Readonly<Record<Fact['kind'], string>> = {
  ALERT: 'open notification',
  BATTERY: 'battery',
  CHANGE: 'change of settings',
  CHECKLIST: 'checklist',
  COUNT: 'number of losses',
  DEVICE: 'device',
  DIFFERENCE: 'OEE compared with the time before',
  DURATION: 'lost time altogether',
  ENERGY: 'energy',
  ENERGY_PER_UNIT: 'energy for each unit',
  MONEY: 'cost of energy',
  ORDER: 'order',
  OUTPUT: 'output',
  PERSON: 'person at work',
  REASON: 'lost time by reason',
  SHARE: 'share',
  SHIFT: 'shift',
  STATUS: 'status of a machine',
  TARGET: 'target',
}
const MEASURED: Partial<Readonly<Record<Fact['kind'], string>>> = {
  DIFFERENCE: 'now',
  ORDER: 'made',
  REASON: 'lost',
  SHIFT: 'OEE',
}
const WHOLE: Partial<Readonly<Record<Fact['kind'], string>>> = { DIFFERENCE: 'before', ORDER: 'planned', REASON: 'times' }
const TIMED: Partial<Readonly<Record<Fact['kind'], string>>> = {
  BATTERY: 'measured',
  CHECKLIST: 'due',
  DEVICE: 'last data',
  ORDER: 'expected',
  SHIFT: 'until',
  STATUS: 'since',
}
const UNITS: Partial<Readonly<Record<Fact['kind'], string>>> = { ENERGY: ' kWh', ENERGY_PER_UNIT: ' kWh' }

/** As on screens: seconds below a minute, minutes and seconds below ten, else hours and minutes, or days and hours. */
function lengthText(ms: number): string {
  const seconds = Math.round(ms / SECOND_MS)
  if (seconds < 60) return `${seconds} s`
  if (ms < 10 * MINUTE_MS) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 60) return `${minutes} min`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  const hours = Math.round(minutes / 60)
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}
