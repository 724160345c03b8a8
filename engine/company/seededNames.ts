import { DEMO_COMPANY_ID } from '#engine/access/abilities.ts'
import type { Language } from '#engine/user/language.ts'

type Names = Readonly<Record<Exclude<Language, 'en'>, string>>

/** What the product itself named in the demo company: statuses with their short names, shifts and groups, in the other languages. */
const SEEDED_NAMES: Readonly<Record<string, Names>> = {
  Working: { uk: 'Робота', pl: 'Praca', ru: 'Работа', es: 'En marcha', uz: 'Ishlamoqda' },
  WRK: { uk: 'РОБ', pl: 'PRA', ru: 'РАБ', es: 'MAR', uz: 'ISH' },
  Setup: { uk: 'Налагодження', pl: 'Ustawianie', ru: 'Наладка', es: 'Preparación', uz: 'Sozlash' },
  SET: { uk: 'НАЛ', pl: 'UST', ru: 'НАЛ', es: 'PRE', uz: 'SOZ' },
  Idle: { uk: 'Холостий хід', pl: 'Bieg jałowy', ru: 'Холостой ход', es: 'En vacío', uz: 'Salt ishlash' },
  IDL: { uk: 'ХХ', pl: 'JAŁ', ru: 'ХХ', es: 'VAC', uz: 'SLT' },
  Break: { uk: 'Перерва', pl: 'Przerwa', ru: 'Перерыв', es: 'Descanso', uz: 'Tanaffus' },
  BRK: { uk: 'ПЕР', pl: 'PRZ', ru: 'ПЕР', es: 'DES', uz: 'TAN' },
  Producing: { uk: 'Виробництво', pl: 'Produkcja', ru: 'Производство', es: 'Producción', uz: 'Ishlab chiqarish' },
  PRD: { uk: 'ВИР', pl: 'PRO', ru: 'ПРО', es: 'PRO', uz: 'ICH' },
  'Slow running': { uk: 'Повільний хід', pl: 'Wolny bieg', ru: 'Медленный ход', es: 'Marcha lenta', uz: 'Sekin ishlash' },
  SLW: { uk: 'ПОВ', pl: 'WOL', ru: 'МЕД', es: 'LEN', uz: 'SEK' },
  Morning: { uk: 'Ранкова', pl: 'Ranna', ru: 'Утренняя', es: 'Mañana', uz: 'Ertalabki' },
  Afternoon: { uk: 'Вечірня', pl: 'Popołudniowa', ru: 'Вечерняя', es: 'Tarde', uz: 'Kechki' },
  Night: { uk: 'Нічна', pl: 'Nocna', ru: 'Ночная', es: 'Noche', uz: 'Tungi' },
  Peak: { uk: 'Пік', pl: 'Szczyt', ru: 'Пик', es: 'Punta', uz: 'Tigʻiz vaqt' },
  Forming: { uk: 'Формування', pl: 'Formowanie', ru: 'Формовка', es: 'Conformado', uz: 'Shakllantirish' },
  Machining: { uk: 'Механічна обробка', pl: 'Obróbka skrawaniem', ru: 'Механообработка', es: 'Mecanizado', uz: 'Mexanik ishlov' },
  Bottling: { uk: 'Розлив', pl: 'Rozlew', ru: 'Розлив', es: 'Embotellado', uz: 'Quyish' },
  Extrusion: { uk: 'Екструзія', pl: 'Ekstruzja', ru: 'Экструзия', es: 'Extrusión', uz: 'Ekstruziya' },
}

/** Returns the name in the languages other than English if the product gave it, else null: what people typed stays as it is. Nobody types names in the demo company. */
export function seededNames(companyId: string, name: string | null | undefined): Names | null {
  if (companyId !== DEMO_COMPANY_ID || name == null) return null
  return Object.hasOwn(SEEDED_NAMES, name) ? (SEEDED_NAMES[name] ?? null) : null
}

/** Returns the name in the language if the product gave it, else the name itself. */
export function seededNameIn(language: string, companyId: string, name: string): string {
  const names: Readonly<Record<string, string>> | null = seededNames(companyId, name)
  return names?.[language] ?? name
}
