import type { ActivityType } from '#engine/loss/lossReason.ts'
import type { PresetReason } from '#server/company/presetReasons.ts'

/** A reason of one group of machines of the demo plant; null = of all. */
export type DemoReason = PresetReason & { readonly group: string | null }

function stop(group: string, activityType: ActivityType, color: string, names: PresetReason['names']): DemoReason {
  return { category: 'AVAILABILITY', type: 'UNPLANNED', includeInOee: true, group, activityType, color, names }
}

const slow = { category: 'PERFORMANCE', type: 'UNPLANNED', includeInOee: true, group: null, activityType: null } as const

/** What stops or slows these machines, beside the reasons that every company begins with. */
export const DEMO_REASONS: readonly DemoReason[] = [
  {
    category: 'AVAILABILITY',
    type: 'UNPLANNED',
    includeInOee: true,
    group: null,
    activityType: 'OTHER_TIME',
    color: '#7A7F87',
    names: { en: 'Other', uk: 'Інше', pl: 'Inne', ru: 'Другое', es: 'Otro', uz: 'Boshqa' },
  },
  stop('Forming', 'MAINTENANCE_TIME', '#8C5A2B', {
    en: 'Tool wear',
    uk: 'Знос інструмента',
    pl: 'Zużycie narzędzia',
    ru: 'Износ инструмента',
    es: 'Desgaste de herramienta',
    uz: 'Asbob yeyilishi',
  }),
  stop('Forming', 'BREAKDOWN_TIME', '#A8442F', {
    en: 'Part stuck in the die',
    uk: 'Деталь застрягла у штампі',
    pl: 'Detal utknął w matrycy',
    ru: 'Деталь застряла в штампе',
    es: 'Pieza atascada en la matriz',
    uz: 'Detal qolipda qoldi',
  }),
  stop('Forming', 'CHANGEOVER_TIME', '#6F7BB8', {
    en: 'Coil change',
    uk: 'Заміна рулону',
    pl: 'Zmiana kręgu blachy',
    ru: 'Замена рулона',
    es: 'Cambio de bobina',
    uz: 'Rulon almashtirish',
  }),
  stop('Machining', 'SETUP_TIME', '#5F8AA8', {
    en: 'Tool change',
    uk: 'Заміна інструмента',
    pl: 'Wymiana narzędzia',
    ru: 'Замена инструмента',
    es: 'Cambio de herramienta',
    uz: 'Asbob almashtirish',
  }),
  stop('Machining', 'BREAKDOWN_TIME', '#A8442F', {
    en: 'Chip jam',
    uk: 'Забився стружкою',
    pl: 'Zator wiórów',
    ru: 'Забился стружкой',
    es: 'Atasco de virutas',
    uz: 'Qirindi tiqilishi',
  }),
  stop('Bottling', 'BREAKDOWN_TIME', '#A8442F', {
    en: 'Bottle jam',
    uk: 'Затор пляшок',
    pl: 'Zator butelek',
    ru: 'Затор бутылок',
    es: 'Atasco de botellas',
    uz: 'Butilkalar tiqilishi',
  }),
  stop('Bottling', 'WAITING_TIME', '#B08A2E', {
    en: 'Label roll empty',
    uk: 'Скінчилися етикетки',
    pl: 'Skończyły się etykiety',
    ru: 'Закончились этикетки',
    es: 'Sin rollo de etiquetas',
    uz: 'Yorliqlar tugadi',
  }),
  stop('Bottling', 'CHANGEOVER_TIME', '#6F7BB8', {
    en: 'Film change',
    uk: 'Заміна плівки',
    pl: 'Wymiana folii',
    ru: 'Замена плёнки',
    es: 'Cambio de film',
    uz: 'Plyonka almashtirish',
  }),
  stop('Extrusion', 'MAINTENANCE_TIME', '#8C5A2B', {
    en: 'Screen change',
    uk: 'Заміна фільтра розплаву',
    pl: 'Wymiana sita',
    ru: 'Замена фильтра расплава',
    es: 'Cambio de malla',
    uz: 'Filtr almashtirish',
  }),
  stop('Extrusion', 'CHANGEOVER_TIME', '#6F7BB8', {
    en: 'Drum change',
    uk: 'Заміна барабана',
    pl: 'Wymiana bębna',
    ru: 'Замена барабана',
    es: 'Cambio de tambor',
    uz: 'Baraban almashtirish',
  }),
  {
    ...slow,
    color: '#9A7B4F',
    names: {
      en: 'Reduced speed',
      uk: 'Знижена швидкість',
      pl: 'Obniżona prędkość',
      ru: 'Сниженная скорость',
      es: 'Velocidad reducida',
      uz: 'Pasaytirilgan tezlik',
    },
  },
  {
    ...slow,
    color: '#7F8F5A',
    names: {
      en: 'Poor material',
      uk: 'Неякісний матеріал',
      pl: 'Słaby materiał',
      ru: 'Некачественный материал',
      es: 'Material de mala calidad',
      uz: 'Sifatsiz xomashyo',
    },
  },
]
