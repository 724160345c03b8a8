import { askedTasks, isWithinLimits } from './answers.ts'
import type { ChecklistAnswer, ChecklistTask } from './checklistTask.ts'
import { taskIn } from './taskWords.ts'

/** What was handed in and counts, with what its version asked. */
export type AnsweredChecklist = {
  readonly occurrenceId: number
  readonly workCenterId: number
  readonly tasks: readonly ChecklistTask[]
  readonly answers: readonly ChecklistAnswer[]
}

/** A measured value with the limits that held for it; null = none. */
export type MeasuredPoint = {
  readonly occurrenceId: number
  readonly workCenterId: number
  /** ms UTC, when it was tapped. */
  readonly at: number
  readonly value: number
  readonly min: number | null
  readonly max: number | null
  readonly isWithin: boolean
}

/** The values of one question in one unit at one work center. Its words are the newest. */
export type MeasuredSeries = {
  readonly workCenterId: number
  readonly taskKey: string
  readonly description: string
  readonly unit: string | null
  readonly points: readonly MeasuredPoint[]
}

/**
 * Returns the series of measurements, by the order of the questions, points ascending (domain.md CL-13). A question that changed its unit makes two: bar and
 * psi are no one line, and neither are two machines. What was not asked, not answered or does not apply is no point. Its question is told in the language.
 */
export function measuredSeries(answered: readonly AnsweredChecklist[], language: string): readonly MeasuredSeries[] {
  const series = new Map<
    string,
    { task: ChecklistTask; readonly workCenterId: number; latestAt: number; readonly points: MeasuredPoint[] }
  >()
  for (const { occurrenceId, workCenterId, tasks, answers } of answered) {
    for (const task of askedTasks(tasks, answers)) {
      const answer = answers.find(({ taskKey }) => taskKey === task.key)
      if (task.type !== 'MEASUREMENT' || answer === undefined || answer.isNotApplicable || answer.number === null) continue
      const key = JSON.stringify([task.key, task.unit, workCenterId])
      const known = series.get(key) ?? { task, workCenterId, latestAt: -Infinity, points: [] }
      if (answer.answeredAt >= known.latestAt) {
        known.task = task
        known.latestAt = answer.answeredAt
      }
      const { min, max } = task
      const value = answer.number
      known.points.push({ occurrenceId, workCenterId, at: answer.answeredAt, value, min, max, isWithin: isWithinLimits(task, value) })
      series.set(key, known)
    }
  }
  return [...series.values()].map(({ task, workCenterId, points }) => ({
    workCenterId,
    taskKey: task.key,
    description: taskIn(task, language).description,
    unit: task.unit,
    points: points.toSorted((left, right) => left.at - right.at || left.occurrenceId - right.occurrenceId),
  }))
}
