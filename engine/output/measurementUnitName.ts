import { isLanguage } from '#engine/user/language.ts'
import type { Language } from '#engine/user/language.ts'
import type { MeasurementUnit } from './measurementUnit.ts'

/** The name of a unit and its short form. */
export type MeasurementUnitName = Pick<MeasurementUnit, 'name' | 'shortName'>

type Names = Readonly<Record<string, readonly [name: string, shortName: string]>>

/** The words of the units by their codes; English is that of the units themselves. */
const NAMES: Readonly<Record<Exclude<Language, 'en'>, Names>> = {
  uk: {
    pcs: ['Штуки', 'шт'],
    m: ['Метри', 'м'],
    'pcs/min': ['Штуки на хвилину', 'шт/хв'],
    'm/min': ['Метри на хвилину', 'м/хв'],
    s: ['Секунди', 'с'],
    min: ['Хвилини', 'хв'],
    h: ['Години', 'год'],
    A: ['Ампери', 'А'],
    kg: ['Кілограми', 'кг'],
    g: ['Грами', 'г'],
    l: ['Літри', 'л'],
    ml: ['Мілілітри', 'мл'],
    mm: ['Міліметри', 'мм'],
  },
  pl: {
    pcs: ['Sztuki', 'szt.'],
    m: ['Metry', 'm'],
    'pcs/min': ['Sztuki na minutę', 'szt./min'],
    'm/min': ['Metry na minutę', 'm/min'],
    s: ['Sekundy', 's'],
    min: ['Minuty', 'min'],
    h: ['Godziny', 'godz.'],
    A: ['Ampery', 'A'],
    kg: ['Kilogramy', 'kg'],
    g: ['Gramy', 'g'],
    l: ['Litry', 'l'],
    ml: ['Mililitry', 'ml'],
    mm: ['Milimetry', 'mm'],
  },
  ru: {
    pcs: ['Штуки', 'шт'],
    m: ['Метры', 'м'],
    'pcs/min': ['Штуки в минуту', 'шт/мин'],
    'm/min': ['Метры в минуту', 'м/мин'],
    s: ['Секунды', 'с'],
    min: ['Минуты', 'мин'],
    h: ['Часы', 'ч'],
    A: ['Амперы', 'А'],
    kg: ['Килограммы', 'кг'],
    g: ['Граммы', 'г'],
    l: ['Литры', 'л'],
    ml: ['Миллилитры', 'мл'],
    mm: ['Миллиметры', 'мм'],
  },
  es: {
    pcs: ['Unidades', 'uds.'],
    m: ['Metros', 'm'],
    'pcs/min': ['Unidades por minuto', 'uds./min'],
    'm/min': ['Metros por minuto', 'm/min'],
    s: ['Segundos', 's'],
    min: ['Minutos', 'min'],
    h: ['Horas', 'h'],
    A: ['Amperios', 'A'],
    kg: ['Kilogramos', 'kg'],
    g: ['Gramos', 'g'],
    l: ['Litros', 'l'],
    ml: ['Mililitros', 'ml'],
    mm: ['Milímetros', 'mm'],
  },
  uz: {
    pcs: ['Dona', 'dona'],
    m: ['Metr', 'm'],
    'pcs/min': ['Daqiqasiga dona', 'dona/daq'],
    'm/min': ['Daqiqasiga metr', 'm/daq'],
    s: ['Soniya', 's'],
    min: ['Daqiqa', 'daq'],
    h: ['Soat', 'soat'],
    A: ['Amper', 'A'],
    kg: ['Kilogramm', 'kg'],
    g: ['Gramm', 'g'],
    l: ['Litr', 'l'],
    ml: ['Millilitr', 'ml'],
    mm: ['Millimetr', 'mm'],
  },
}

/** Returns the name and short form of the unit in a language; a unit without words of its own keeps its English ones. */
export function unitNameIn(language: string, unit: MeasurementUnit): MeasurementUnitName {
  const words = !isLanguage(language) || language === 'en' ? undefined : NAMES[language][unit.code]
  return words === undefined ? unit : { name: words[0], shortName: words[1] }
}
