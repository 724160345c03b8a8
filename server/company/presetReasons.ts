import type { ActivityType, LossCategory, LossReasonType } from '#engine/loss/lossReason.ts'
import type { Language } from '#engine/user/language.ts'

/** A reason that a new company begins with, named in every language of the product. */
export type PresetReason = {
  readonly names: Readonly<Record<Language, string>>
  readonly category: LossCategory
  readonly type: LossReasonType
  readonly color: string
  readonly activityType: ActivityType | null
  /** Whether its time counts in OEE (domain.md D-40). */
  readonly includeInOee: boolean
  readonly isSmallStop?: boolean
  /** Classifies the time of scheduled-loss statuses. */
  readonly isDefaultPlanned?: boolean
}

const planned = { category: 'AVAILABILITY', type: 'PLANNED' } as const
const unplanned = { category: 'AVAILABILITY', type: 'UNPLANNED' } as const
const scrap = { category: 'QUALITY', type: 'UNPLANNED', activityType: null, includeInOee: true } as const

/** Common reasons of stops; each company renames, hides and adds. External causes are left out of OEE. */
export const PRESET_REASONS: readonly PresetReason[] = [
  {
    ...planned,
    color: '#8A94A3',
    activityType: 'NOT_PLANNED_TIME',
    includeInOee: false,
    isDefaultPlanned: true,
    names: {
      en: 'Lunch or break',
      uk: 'Обід або перерва',
      pl: 'Obiad lub przerwa',
      ru: 'Обед или перерыв',
      es: 'Comida o descanso',
      uz: 'Tushlik yoki tanaffus',
    },
  },
  {
    ...planned,
    color: '#A0A7B2',
    activityType: 'NOT_PLANNED_TIME',
    includeInOee: false,
    names: { en: 'No orders', uk: 'Немає замовлень', pl: 'Brak zleceń', ru: 'Нет заказов', es: 'Sin pedidos', uz: 'Buyurtmalar yoʻq' },
  },
  {
    ...planned,
    color: '#B8BEC7',
    activityType: 'NOT_PLANNED_TIME',
    includeInOee: false,
    names: { en: 'No shift', uk: 'Немає зміни', pl: 'Brak zmiany', ru: 'Нет смены', es: 'Sin turno', uz: 'Smena yoʻq' },
  },
  {
    ...unplanned,
    color: '#5C6470',
    activityType: 'OTHER_TIME',
    includeInOee: false,
    names: {
      en: 'External power outage',
      uk: 'Зовнішнє знеструмлення',
      pl: 'Zewnętrzna awaria zasilania',
      ru: 'Внешнее отключение электричества',
      es: 'Corte de luz externo',
      uz: 'Tashqi elektr uzilishi',
    },
  },
  {
    ...planned,
    color: '#6C8EBF',
    activityType: 'ORGANIZATION_TIME',
    includeInOee: false,
    names: {
      en: 'Trial or development',
      uk: 'Випробування або розробка',
      pl: 'Próba lub rozwój',
      ru: 'Испытания или разработка',
      es: 'Prueba o desarrollo',
      uz: 'Sinov yoki ishlanma',
    },
  },
  {
    ...planned,
    color: '#3B7DD8',
    activityType: 'CHANGEOVER_TIME',
    includeInOee: true,
    names: {
      en: 'Changeover',
      uk: 'Переналагодження',
      pl: 'Przezbrojenie',
      ru: 'Переналадка',
      es: 'Cambio de producto',
      uz: 'Qayta sozlash',
    },
  },
  {
    ...planned,
    color: '#5B9BEF',
    activityType: 'SETUP_TIME',
    includeInOee: true,
    names: { en: 'Setup', uk: 'Налагодження', pl: 'Ustawianie', ru: 'Наладка', es: 'Preparación', uz: 'Sozlash' },
  },
  {
    ...planned,
    color: '#3FA7A0',
    activityType: 'MAINTENANCE_TIME',
    includeInOee: true,
    names: { en: 'Cleaning', uk: 'Прибирання', pl: 'Czyszczenie', ru: 'Уборка', es: 'Limpieza', uz: 'Tozalash' },
  },
  {
    ...planned,
    color: '#2C7F8C',
    activityType: 'MAINTENANCE_TIME',
    includeInOee: true,
    names: { en: 'Maintenance', uk: 'Обслуговування', pl: 'Konserwacja', ru: 'Обслуживание', es: 'Mantenimiento', uz: 'Texnik xizmat' },
  },
  {
    ...unplanned,
    color: '#D97B29',
    activityType: 'WAITING_TIME',
    includeInOee: true,
    names: { en: 'No material', uk: 'Немає матеріалу', pl: 'Brak materiału', ru: 'Нет материала', es: 'Sin material', uz: 'Material yoʻq' },
  },
  {
    ...unplanned,
    color: '#C75D8A',
    activityType: 'NO_OPERATOR_TIME',
    includeInOee: true,
    names: { en: 'No operator', uk: 'Немає оператора', pl: 'Brak operatora', ru: 'Нет оператора', es: 'Sin operario', uz: 'Operator yoʻq' },
  },
  {
    ...unplanned,
    color: '#C8372D',
    activityType: 'BREAKDOWN_TIME',
    includeInOee: true,
    names: { en: 'Breakdown', uk: 'Поломка', pl: 'Awaria', ru: 'Поломка', es: 'Avería', uz: 'Buzilish' },
  },
  {
    ...unplanned,
    color: '#9B6BC4',
    activityType: 'QUALITY_TIME',
    includeInOee: true,
    names: {
      en: 'Waiting for quality check',
      uk: 'Очікування контролю якості',
      pl: 'Oczekiwanie na kontrolę jakości',
      ru: 'Ожидание контроля качества',
      es: 'Espera de control de calidad',
      uz: 'Sifat nazoratini kutish',
    },
  },
  {
    color: '#E0A526',
    category: 'PERFORMANCE',
    type: 'UNPLANNED',
    activityType: 'SMALL_STOP_TIME',
    includeInOee: true,
    isSmallStop: true,
    names: {
      en: 'Small stop',
      uk: 'Коротка зупинка',
      pl: 'Krótki postój',
      ru: 'Короткая остановка',
      es: 'Parada breve',
      uz: 'Qisqa toʻxtash',
    },
  },
  {
    ...scrap,
    color: '#A34B2A',
    names: {
      en: 'Wrong dimensions',
      uk: 'Невірні розміри',
      pl: 'Złe wymiary',
      ru: 'Неверные размеры',
      es: 'Medidas incorrectas',
      uz: 'Notoʻgʻri oʻlchamlar',
    },
  },
  {
    ...scrap,
    color: '#7D3C98',
    names: {
      en: 'Surface defect',
      uk: 'Дефект поверхні',
      pl: 'Wada powierzchni',
      ru: 'Дефект поверхности',
      es: 'Defecto de superficie',
      uz: 'Yuza nuqsoni',
    },
  },
]
