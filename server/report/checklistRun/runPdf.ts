import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { askedTasks, resultOfAnswer } from '#engine/checklist/answers.ts'
import type { ChecklistAnswer, ChecklistTask } from '#engine/checklist/checklistTask.ts'
import { taskIn } from '#engine/checklist/taskWords.ts'
import type { Language } from '#engine/user/language.ts'
import { instantText } from '../dateWords.ts'
import { FIGURES, INK, MUTED, RULE } from '../write/pdfLook.ts'
import { pdfMaker } from '../write/pdfMaker.ts'
import type { PaperFile, RunOnPaper } from './runOnPaper.ts'
import { runTextsOf } from './runTexts.ts'
import type { RunTexts } from './runTexts.ts'

const MARGIN = 36
/** Of the pen that signed, in points. */
const FIELD = { width: 220, height: 80 }
/** Grey print tells it by its weight. */
const DEVIATION = '#b3261e'

type NameOf = (userId: RunOnPaper['occurrence']['submittedBy']) => string
type Paper = { readonly run: RunOnPaper; readonly texts: RunTexts; readonly language: Language; readonly nameOf: NameOf }

/** Returns the run as a PDF of A4: what was asked and answered, with pictures, signature, and whether it changed since; times by the clock of its machine. */
export async function runPdf(run: RunOnPaper, language: Language, nameOf: NameOf): Promise<Buffer> {
  const texts = runTextsOf(language)
  const { occurrence, name, place, zone } = run
  const time = (at: number) => instantText(at, { zone, language })
  const paper = { run, texts, language, nameOf }
  return await pdfMaker
    .createPdf({
      pageSize: 'A4',
      pageMargins: [MARGIN, MARGIN, MARGIN, MARGIN + 12],
      info: { title: `${name} ${place} ${time(occurrence.dueAt)}`, creator: 'Trueline', producer: 'Trueline' },
      language,
      defaultStyle: { font: 'Inter', fontSize: 9, color: INK },
      footer: (page: number, pages: number): Content => ({
        columns: [
          { text: `Trueline · ${name} · ${place} · ${time(occurrence.dueAt)}`, color: MUTED },
          { text: filled(texts.page, { page, pages }), alignment: 'right', color: MUTED },
        ],
        fontSize: 7,
        margin: [MARGIN, 8, MARGIN, 0],
      }),
      content: [
        { text: name, fontSize: 18, bold: true },
        { text: place, fontSize: 11, color: MUTED, margin: [0, 2, 0, 8] },
        facts(paper),
        ...(run.submissions.length === 0 ? [] : run.submissions.flatMap((submission) => submissionContent(paper, submission))),
      ],
    })
    .getBuffer()
}

function facts({ run: { occurrence, zone }, texts, language }: Paper): Content {
  const time = (at: number) => instantText(at, { zone, language })
  const { state, result, skipReason } = occurrence
  const rows: readonly (readonly [string, string])[] = [
    [texts.state, `${texts.states[state]}${result === null ? '' : `, ${texts.results[result]}`}`],
    [texts.due, time(occurrence.dueAt)],
    [texts.until, time(occurrence.closesAt)],
    [texts.version, String(occurrence.version)],
    ...(skipReason === null ? [] : ([[texts.reason, skipReason]] as const)),
  ]
  return {
    table: { widths: ['auto', '*'], body: rows.map(([title, value]) => [{ text: title, color: MUTED }, { text: value }]) },
    layout: 'noBorders',
    margin: [0, 0, 0, 6],
  }
}

function submissionContent(paper: Paper, submission: RunOnPaper['submissions'][number]): Content[] {
  const { run, texts, language, nameOf } = paper
  const time = (at: number) => instantText(at, { zone: run.zone, language })
  const { answers, kind, submittedAt, receivedAt, reason, signature, isChangedSince, answersHash } = submission
  const isLate = receivedAt - submittedAt >= 60_000
  const by = filled(texts.handedIn, { name: nameOf(submission.submittedBy), time: time(submittedAt) })
  const heading: TableCell[] = [texts.question, texts.answer, texts.comment].map((text) => ({ text, bold: true, color: MUTED }))
  const rows = askedTasks(run.tasks, answers).map((task) =>
    answerRow(
      paper,
      task,
      answers.find(({ taskKey }) => taskKey === task.key),
    ),
  )
  return [
    { text: texts.kinds[kind], fontSize: 12, bold: true, margin: [0, 12, 0, 2], headlineLevel: 1 },
    { text: `${by}${isLate ? ` (${filled(texts.received, { time: time(receivedAt) })})` : ''}`, color: MUTED, margin: [0, 0, 0, 6] },
    ...(reason === null ? [] : [{ text: `${texts.reason}: ${reason}`, margin: [0, 0, 0, 6] } satisfies Content]),
    {
      table: { headerRows: 1, dontBreakRows: true, widths: ['*', 130, 150], body: [heading, ...rows] },
      layout: {
        hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
        vLineWidth: () => 0,
        hLineColor: () => RULE,
        paddingTop: () => 4,
        paddingBottom: () => 4,
      },
    },
    ...pictures(paper, answers),
    ...(signature === null ? [] : [signed(signature, texts)]),
    {
      text: `${isChangedSince ? texts.changed : texts.unchanged}. ${filled(texts.signatureNote, { hash: answersHash })}`,
      fontSize: 7,
      bold: isChangedSince,
      color: isChangedSince ? DEVIATION : MUTED,
      margin: [0, 6, 0, 0],
    },
  ]
}

function answerRow({ texts, language }: Paper, task: ChecklistTask, answer: ChecklistAnswer | undefined): TableCell[] {
  const isDeviation = resultOfAnswer(task, answer) === 'DEVIATION'
  const expected = expectedText(task, texts, language)
  const earlier = (answer?.attempts ?? []).map((value) => numberText(value, language)).join(', ')
  return [
    {
      stack: [
        { text: taskIn(task, language).description },
        ...(expected === '' ? [] : [{ text: `${texts.expected}: ${expected}`, color: MUTED, fontSize: 8 }]),
      ],
    },
    {
      stack: [
        {
          fontFeatures: FIGURES,
          text: `${isDeviation ? '! ' : ''}${answerText(task, answer, texts, language)}`,
          bold: isDeviation,
          color: isDeviation ? DEVIATION : INK,
        },
        ...(earlier === '' ? [] : [{ text: filled(texts.earlier, { values: earlier }), fontFeatures: FIGURES, color: MUTED, fontSize: 8 }]),
      ],
    },
    { text: answer?.comment ?? '' },
  ]
}

/** Returns what was answered, in words. */
export function answerText(task: ChecklistTask, answer: ChecklistAnswer | undefined, texts: RunTexts, language: Language): string {
  if (answer === undefined) return texts.nothing
  if (answer.isNotApplicable) return texts.notApplicable
  switch (task.type) {
    case 'YES_NO':
      return answer.yes === null ? texts.nothing : answer.yes ? texts.yes : texts.no
    case 'MEASUREMENT':
      return answer.number === null ? texts.nothing : `${numberText(answer.number, language)} ${task.unit ?? ''}`.trim()
    case 'ENTER_TEXT':
      return answer.text ?? texts.nothing
    case 'MARK_AS_DONE':
      return answer.isDone ? texts.done : texts.nothing
    case 'SELECT':
      return answer.options.length === 0 ? texts.nothing : answer.options.map(taskIn(task, language).optionText).join(', ')
    case 'ATTACH_FILE':
      return answer.fileIds.length === 0 ? texts.nothing : `${texts.photos}: ${answer.fileIds.length}`
  }
}

function expectedText(task: ChecklistTask, texts: RunTexts, language: Language): string {
  const { type, expectedAnswer, expectedOptions, min, max, unit } = task
  if (type === 'YES_NO') return expectedAnswer === null ? '' : expectedAnswer ? texts.yes : texts.no
  if (type === 'SELECT') return expectedOptions.map(taskIn(task, language).optionText).join(', ')
  if (type !== 'MEASUREMENT' || (min === null && max === null)) return ''
  const bound = (value: number | null) => (value === null ? '' : numberText(value, language))
  return `${min === null ? `≤ ${bound(max)}` : max === null ? `≥ ${bound(min)}` : `${bound(min)} – ${bound(max)}`} ${unit ?? ''}`.trim()
}

function pictures({ run, texts, language }: Paper, answers: readonly ChecklistAnswer[]): Content[] {
  const shown = answers.flatMap(({ taskKey, fileIds }) => {
    const task = run.tasks.find(({ key }) => key === taskKey)
    const description = task === undefined ? '' : taskIn(task, language).description
    return fileIds.flatMap((id): { readonly file: PaperFile; readonly description: string }[] => {
      const file = run.files.find((one) => one.id === id)
      return file === undefined ? [] : [{ file, description }]
    })
  })
  if (shown.length === 0) return []
  return [
    { text: texts.photos, bold: true, margin: [0, 10, 0, 4], headlineLevel: 1 },
    ...shown.map(({ file, description }): Content => {
      if (file.picture === null) return { text: `${description} – ${filled(texts.document, { name: file.name })}`, margin: [0, 2, 0, 2] }
      return {
        unbreakable: true,
        margin: [0, 2, 0, 6],
        stack: [
          { image: `data:image/jpeg;base64,${file.picture.toString('base64')}`, fit: [320, 240] },
          { text: [description, ...takenText(file, texts)].join(' · '), color: MUTED, fontSize: 8 },
        ],
      }
    }),
  ]
}

function takenText({ source }: PaperFile, texts: RunTexts): readonly string[] {
  return source === null ? [] : [source === 'CAMERA' ? texts.byCamera : texts.fromFiles]
}

function signed({ name, strokes }: NonNullable<RunOnPaper['submissions'][number]['signature']>, texts: RunTexts): Content {
  return {
    unbreakable: true,
    margin: [0, 10, 0, 0],
    stack: [
      {
        canvas: [
          { type: 'rect', x: 0, y: 0, w: FIELD.width, h: FIELD.height, lineWidth: 0.5, lineColor: RULE },
          ...strokes.map((points) => ({
            type: 'polyline' as const,
            lineWidth: 1.2,
            lineColor: INK,
            points: points.map(([x, y]) => ({ x: x * FIELD.width, y: y * FIELD.height })),
          })),
        ],
      },
      { text: filled(texts.signed, { name }), margin: [0, 2, 0, 0] },
    ],
  }
}

function numberText(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value)
}

function filled(text: string, values: Readonly<Record<string, number | string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))
}
