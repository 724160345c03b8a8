import type { Language } from '#engine/user/language.ts'
import type { OccurrenceState } from '#engine/checklist/occurrencePlan.ts'
import type { ChecklistResult } from '#engine/checklist/checklistTask.ts'
import type { SubmissionKind } from '#server/checklist/submission.store.ts'

/** The words of a checklist on paper. */
export type RunTexts = {
  readonly machine: string
  readonly due: string
  readonly until: string
  readonly version: string
  readonly state: string
  readonly states: Readonly<Record<OccurrenceState, string>>
  readonly results: Readonly<Record<ChecklistResult, string>>
  readonly kinds: Readonly<Record<SubmissionKind, string>>
  readonly handedIn: string
  readonly received: string
  readonly reason: string
  readonly question: string
  readonly answer: string
  readonly expected: string
  readonly comment: string
  readonly earlier: string
  readonly photos: string
  readonly document: string
  readonly byCamera: string
  readonly fromFiles: string
  readonly yes: string
  readonly no: string
  readonly done: string
  readonly notApplicable: string
  readonly nothing: string
  readonly signed: string
  readonly unchanged: string
  readonly changed: string
  readonly signatureNote: string
  readonly page: string
}

/** Returns the words in the language. */
export function runTextsOf(language: Language): RunTexts {
  return TEXTS[language]
}

const TEXTS: Readonly<Record<Language, RunTexts>> = {
  en: {
    machine: 'Machine',
    due: 'Due',
    until: 'Open until',
    version: 'Version',
    state: 'State',
    states: { PENDING: 'due', STARTED: 'being answered', DONE: 'done', MISSED: 'missed', SKIPPED: 'not done', CANCELLED: 'cancelled' },
    results: { OK: 'as expected', DEVIATION: 'with deviations' },
    kinds: { FIRST: 'Answers', ALSO: 'Answered also', EXTRA: 'Answered outside its time', CORRECTION: 'Correction' },
    handedIn: 'Handed in by {{name}}, {{time}}',
    received: 'received {{time}}',
    reason: 'Why',
    question: 'Question',
    answer: 'Answer',
    expected: 'Expected',
    comment: 'Comment',
    earlier: 'measured before: {{values}}',
    photos: 'Photos',
    document: 'Document: {{name}}',
    byCamera: 'taken with the camera',
    fromFiles: 'chosen from files',
    yes: 'Yes',
    no: 'No',
    done: 'Done',
    notApplicable: 'Not applicable',
    nothing: 'Not answered',
    signed: 'Signed by {{name}}',
    unchanged: 'Unchanged since it was signed and handed in',
    changed: 'Changed since it was signed and handed in',
    signatureNote: 'An internal signature, not a qualified one. Check sum (SHA-256): {{hash}}',
    page: 'Page {{page}} of {{pages}}',
  },
  uk: {
    machine: 'Машина',
    due: 'Потрібно було',
    until: 'Відкрито до',
    version: 'Версія',
    state: 'Стан',
    states: {
      PENDING: 'очікує',
      STARTED: 'заповнюється',
      DONE: 'виконано',
      MISSED: 'пропущено',
      SKIPPED: 'не виконувалося',
      CANCELLED: 'скасовано',
    },
    results: { OK: 'як очікувалося', DEVIATION: 'з відхиленнями' },
    kinds: { FIRST: 'Відповіді', ALSO: 'Відповіли також', EXTRA: 'Відповіли поза часом', CORRECTION: 'Виправлення' },
    handedIn: 'Здано: {{name}}, {{time}}',
    received: 'отримано {{time}}',
    reason: 'Чому',
    question: 'Питання',
    answer: 'Відповідь',
    expected: 'Очікується',
    comment: 'Коментар',
    earlier: 'виміряно раніше: {{values}}',
    photos: 'Фото',
    document: 'Документ: {{name}}',
    byCamera: 'знято камерою',
    fromFiles: 'вибрано з файлів',
    yes: 'Так',
    no: 'Ні',
    done: 'Зроблено',
    notApplicable: 'Не стосується',
    nothing: 'Без відповіді',
    signed: 'Підпис: {{name}}',
    unchanged: 'Не змінено після підпису та здачі',
    changed: 'Змінено після підпису та здачі',
    signatureNote: 'Внутрішній підпис, не кваліфікований. Контрольна сума (SHA-256): {{hash}}',
    page: 'Сторінка {{page}} з {{pages}}',
  },
  ru: {
    machine: 'Машина',
    due: 'Нужно было',
    until: 'Открыт до',
    version: 'Версия',
    state: 'Состояние',
    states: {
      PENDING: 'ожидает',
      STARTED: 'заполняется',
      DONE: 'выполнено',
      MISSED: 'пропущено',
      SKIPPED: 'не выполнялось',
      CANCELLED: 'отменено',
    },
    results: { OK: 'как ожидалось', DEVIATION: 'с отклонениями' },
    kinds: { FIRST: 'Ответы', ALSO: 'Ответили также', EXTRA: 'Ответили вне времени', CORRECTION: 'Исправление' },
    handedIn: 'Сдал(а): {{name}}, {{time}}',
    received: 'получено {{time}}',
    reason: 'Почему',
    question: 'Вопрос',
    answer: 'Ответ',
    expected: 'Ожидается',
    comment: 'Комментарий',
    earlier: 'измерено раньше: {{values}}',
    photos: 'Фото',
    document: 'Документ: {{name}}',
    byCamera: 'снято камерой',
    fromFiles: 'выбрано из файлов',
    yes: 'Да',
    no: 'Нет',
    done: 'Сделано',
    notApplicable: 'Не относится',
    nothing: 'Без ответа',
    signed: 'Подпись: {{name}}',
    unchanged: 'Не изменено после подписи и сдачи',
    changed: 'Изменено после подписи и сдачи',
    signatureNote: 'Внутренняя подпись, не квалифицированная. Контрольная сумма (SHA-256): {{hash}}',
    page: 'Страница {{page}} из {{pages}}',
  },
  pl: {
    machine: 'Maszyna',
    due: 'Termin',
    until: 'Otwarta do',
    version: 'Wersja',
    state: 'Stan',
    states: {
      PENDING: 'czeka',
      STARTED: 'w trakcie',
      DONE: 'wykonana',
      MISSED: 'pominięta',
      SKIPPED: 'niewykonana',
      CANCELLED: 'anulowana',
    },
    results: { OK: 'zgodnie z oczekiwaniem', DEVIATION: 'z odchyleniami' },
    kinds: { FIRST: 'Odpowiedzi', ALSO: 'Odpowiedź drugiej osoby', EXTRA: 'Odpowiedzi poza czasem', CORRECTION: 'Korekta' },
    handedIn: 'Przekazano: {{name}}, {{time}}',
    received: 'odebrano {{time}}',
    reason: 'Dlaczego',
    question: 'Pytanie',
    answer: 'Odpowiedź',
    expected: 'Oczekiwane',
    comment: 'Komentarz',
    earlier: 'zmierzono wcześniej: {{values}}',
    photos: 'Zdjęcia',
    document: 'Dokument: {{name}}',
    byCamera: 'zrobione aparatem',
    fromFiles: 'wybrane z plików',
    yes: 'Tak',
    no: 'Nie',
    done: 'Zrobione',
    notApplicable: 'Nie dotyczy',
    nothing: 'Bez odpowiedzi',
    signed: 'Podpis: {{name}}',
    unchanged: 'Bez zmian od podpisania i przekazania',
    changed: 'Zmienione po podpisaniu i przekazaniu',
    signatureNote: 'Podpis wewnętrzny, niekwalifikowany. Suma kontrolna (SHA-256): {{hash}}',
    page: 'Strona {{page}} z {{pages}}',
  },
  es: {
    machine: 'Máquina',
    due: 'Prevista',
    until: 'Abierta hasta',
    version: 'Versión',
    state: 'Estado',
    states: {
      PENDING: 'pendiente',
      STARTED: 'en curso',
      DONE: 'hecha',
      MISSED: 'no respondida',
      SKIPPED: 'no realizada',
      CANCELLED: 'anulada',
    },
    results: { OK: 'como se esperaba', DEVIATION: 'con desviaciones' },
    kinds: { FIRST: 'Respuestas', ALSO: 'Respondida también', EXTRA: 'Respondida fuera de plazo', CORRECTION: 'Corrección' },
    handedIn: 'Entregada por {{name}}, {{time}}',
    received: 'recibida {{time}}',
    reason: 'Motivo',
    question: 'Pregunta',
    answer: 'Respuesta',
    expected: 'Esperado',
    comment: 'Comentario',
    earlier: 'medido antes: {{values}}',
    photos: 'Fotos',
    document: 'Documento: {{name}}',
    byCamera: 'hecha con la cámara',
    fromFiles: 'elegido de los archivos',
    yes: 'Sí',
    no: 'No',
    done: 'Hecho',
    notApplicable: 'No procede',
    nothing: 'Sin respuesta',
    signed: 'Firmada por {{name}}',
    unchanged: 'Sin cambios desde la firma y la entrega',
    changed: 'Modificada después de la firma y la entrega',
    signatureNote: 'Firma interna, no cualificada. Suma de comprobación (SHA-256): {{hash}}',
    page: 'Página {{page}} de {{pages}}',
  },
  uz: {
    machine: 'Mashina',
    due: 'Muddati',
    until: 'Ochiq',
    version: 'Versiya',
    state: 'Holati',
    states: {
      PENDING: 'kutilmoqda',
      STARTED: 'toʻldirilmoqda',
      DONE: 'bajarilgan',
      MISSED: 'oʻtkazib yuborilgan',
      SKIPPED: 'bajarilmagan',
      CANCELLED: 'bekor qilingan',
    },
    results: { OK: 'kutilganidek', DEVIATION: 'chetlanishlar bilan' },
    kinds: { FIRST: 'Javoblar', ALSO: 'Yana javob berilgan', EXTRA: 'Vaqtidan tashqari javob', CORRECTION: 'Tuzatish' },
    handedIn: 'Topshirdi: {{name}}, {{time}}',
    received: 'qabul qilindi {{time}}',
    reason: 'Sabab',
    question: 'Savol',
    answer: 'Javob',
    expected: 'Kutilgan',
    comment: 'Izoh',
    earlier: 'avval oʻlchangan: {{values}}',
    photos: 'Suratlar',
    document: 'Hujjat: {{name}}',
    byCamera: 'kamera bilan olingan',
    fromFiles: 'fayllardan tanlangan',
    yes: 'Ha',
    no: 'Yoʻq',
    done: 'Bajarildi',
    notApplicable: 'Taalluqli emas',
    nothing: 'Javobsiz',
    signed: 'Imzo: {{name}}',
    unchanged: 'Imzolanib topshirilgandan beri oʻzgarmagan',
    changed: 'Imzolanib topshirilgandan keyin oʻzgargan',
    signatureNote: 'Ichki imzo, malakali imzo emas. Nazorat yigʻindisi (SHA-256): {{hash}}',
    page: '{{pages}} sahifadan {{page}}-sahifa',
  },
}
