import type { ImportField } from './importField.ts'

/** What columns are called in the six languages of the product and in files of planning systems; compared by `plainWords`. */
export const HEADER_WORDS: Readonly<Record<ImportField, readonly string[]>> = {
  code: [
    ...['code', 'order', 'order no', 'order number', 'order id', 'external code', 'production order', 'work order', 'aufnr', 'auftrag'],
    ...['kod', 'zlecenie', 'nr zlecenia', 'numer zlecenia', 'kod zlecenia', 'kod zewnetrzny'],
    ...['код', 'заказ', 'номер заказа', 'заказ номер', 'внешний код', 'замовлення', 'номер замовлення', 'зовнішній код'],
    ...['codigo', 'orden', 'numero de orden', 'n de orden', 'orden de produccion', 'codigo externo', 'pedido'],
    ...['buyurtma', 'buyurtma raqami', 'kodi', 'tashqi kod'],
  ],
  productCode: [
    ...[
      'product code',
      'product',
      'sku',
      'item',
      'item code',
      'item no',
      'article',
      'article no',
      'material',
      'matnr',
      'part',
      'part number',
    ],
    ...['kod produktu', 'produkt', 'indeks', 'kod wyrobu', 'wyrob', 'artykul', 'nr artykulu'],
    ...['код продукта', 'продукт', 'артикул', 'код изделия', 'изделие', 'код продукту', 'виріб', 'код виробу'],
    ...['codigo de producto', 'codigo del producto', 'producto', 'articulo', 'referencia', 'mahsulot', 'mahsulot kodi', 'artikul'],
  ],
  plannedQuantity: [
    ...[
      'planned quantity',
      'quantity',
      'qty',
      'plan',
      'plan output',
      'planned output',
      'plan quantity',
      'target quantity',
      'amount',
      'menge',
    ],
    ...['ilosc', 'ilosc planowana', 'planowana ilosc', 'sztuk'],
    ...['количество', 'плановое количество', 'план', 'кол во', 'кількість', 'планова кількість', 'к сть'],
    ...['cantidad', 'cantidad planificada', 'cantidad prevista', 'miqdor', 'miqdori', 'rejadagi miqdor', 'soni'],
  ],
  workCenterCode: [
    ...['work center code', 'work center', 'workcenter', 'machine', 'machine code', 'resource', 'line', 'station', 'arbpl'],
    ...['kod stanowiska', 'stanowisko', 'maszyna', 'kod maszyny', 'gniazdo', 'linia'],
    ...['код рабочего центра', 'рабочий центр', 'станок', 'код станка', 'машина', 'линия'],
    ...['код робочого центру', 'робочий центр', 'верстат', 'код верстата', 'лінія'],
    ...['codigo del centro de trabajo', 'centro de trabajo', 'maquina', 'codigo de maquina', 'linea'],
    ...['ish markazi', 'ish markazi kodi', 'dastgoh', 'dastgoh kodi', 'stanok', 'liniya'],
  ],
  workCenterName: [
    ...[
      'work center name',
      'machine name',
      'line name',
      'nazwa stanowiska',
      'nazwa maszyny',
      'название рабочего центра',
      'название станка',
    ],
    ...[
      'назва робочого центру',
      'назва верстата',
      'nombre del centro de trabajo',
      'nombre de la maquina',
      'ish markazi nomi',
      'dastgoh nomi',
    ],
  ],
  productName: [
    ...['product name', 'item name', 'material description', 'article name', 'nazwa produktu', 'nazwa wyrobu', 'название продукта'],
    ...['наименование', 'наименование изделия', 'назва продукту', 'назва виробу', 'найменування'],
    ...['nombre del producto', 'descripcion del articulo', 'mahsulot nomi'],
  ],
  orderCode: ['order code', 'internal code', 'kod wewnetrzny', 'внутренний код', 'внутрішній код', 'codigo interno', 'ichki kod'],
  description: ['description', 'text', 'opis', 'описание', 'опис', 'descripcion', 'tavsif', 'izoh matni'],
  planStart: [
    ...[
      'plan start',
      'planned start',
      'start',
      'start date',
      'begin',
      'scheduled start',
      'gstrp',
      'poczatek',
      'start planowany',
      'data rozpoczecia',
    ],
    ...['начало', 'плановое начало', 'дата начала', 'старт', 'початок', 'плановий початок', 'дата початку'],
    ...['inicio', 'inicio previsto', 'fecha de inicio', 'boshlanish', 'boshlanishi', 'rejadagi boshlanish'],
  ],
  planEnd: [
    ...[
      'plan end',
      'planned end',
      'end',
      'end date',
      'finish',
      'scheduled finish',
      'gltrp',
      'koniec',
      'planowany koniec',
      'data zakonczenia',
    ],
    ...['конец', 'окончание', 'плановое окончание', 'дата окончания', 'кінець', 'закінчення', 'дата закінчення', 'планове закінчення'],
    ...['fin', 'fin previsto', 'fecha de fin', 'tugash', 'tugashi', 'rejadagi tugash'],
  ],
  dueDate: [
    ...['due date', 'due', 'deadline', 'delivery date', 'required date', 'termin', 'termin dostawy', 'срок', 'срок сдачи', 'дата поставки'],
    ...['термін', 'строк', 'дата постачання', 'fecha de entrega', 'fecha limite', 'vencimiento', 'muddat', 'muddati', 'topshirish muddati'],
  ],
  targetCycleTime: [
    ...['target cycle time', 'cycle time', 'cycle', 'seconds per unit', 'time per unit', 'czas cyklu', 'cykl', 'время цикла', 'цикл'],
    ...['час циклу', 'tiempo de ciclo', 'ciclo', 'sikl vaqti', 'sikl'],
  ],
  priority: ['priority', 'prio', 'sequence', 'priorytet', 'приоритет', 'пріоритет', 'prioridad', 'ustuvorlik', 'muhimlik'],
  notes: [
    ...[
      'notes',
      'note',
      'comment',
      'comments',
      'remarks',
      'uwagi',
      'notatki',
      'komentarz',
      'примечание',
      'примечания',
      'заметки',
      'комментарий',
    ],
    ...['примітка', 'примітки', 'нотатки', 'коментар', 'notas', 'nota', 'comentario', 'observaciones', 'izoh', 'eslatma'],
  ],
  status: ['status', 'state', 'stan', 'статус', 'состояние', 'стан', 'estado', 'holat', 'holati'],
}

/** The statuses in which other systems hand an order over. */
export const STATUS_WORDS: Readonly<Record<'DRAFT' | 'PLANNED', readonly string[]>> = {
  DRAFT: ['draft', 'szkic', 'wersja robocza', 'черновик', 'чернетка', 'borrador', 'qoralama'],
  PLANNED: [
    ...['released', 'release', 'rel', 'planned', 'zwolnione', 'zwolniony', 'zaplanowane', 'выпущен', 'запланирован', 'запущен'],
    ...['випущено', 'заплановано', 'liberada', 'liberado', 'planificada', 'planificado', 'chiqarilgan', 'rejalashtirilgan'],
  ],
}

/** Returns the text in lower case, without accents and signs, its words apart by one blank. */
export function plainWords(text: string): string {
  return (
    text
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .replaceAll('ł', 'l')
      .replace(/['’ʻʼ‘`]/g, '')
      .normalize('NFD')
      // Marks of Latin letters are accents; й and ї are letters.
      .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
      .normalize('NFC')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  )
}
