import type { Locale } from '#web/ui/locale.ts'

type FieldWords = {
  readonly calendar: string
  readonly previousMonth: string
  readonly nextMonth: string
  readonly nothingFound: string
}

/** The words of the fields themselves; they are drawn on pages of every area, so they come with the fields and not with the texts of one. */
export const FIELD_WORDS: Record<Locale, FieldWords> = {
  en: {
    calendar: 'Calendar',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    nothingFound: 'Nothing found',
  },
  uk: {
    calendar: 'Календар',
    previousMonth: 'Попередній місяць',
    nextMonth: 'Наступний місяць',
    nothingFound: 'Нічого не знайдено',
  },
  pl: {
    calendar: 'Kalendarz',
    previousMonth: 'Poprzedni miesiąc',
    nextMonth: 'Następny miesiąc',
    nothingFound: 'Nic nie znaleziono',
  },
  ru: {
    calendar: 'Календарь',
    previousMonth: 'Предыдущий месяц',
    nextMonth: 'Следующий месяц',
    nothingFound: 'Ничего не найдено',
  },
  es: {
    calendar: 'Calendario',
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
    nothingFound: 'No se encontró nada',
  },
  uz: {
    calendar: 'Taqvim',
    previousMonth: 'Oldingi oy',
    nextMonth: 'Keyingi oy',
    nothingFound: 'Hech narsa topilmadi',
  },
}
