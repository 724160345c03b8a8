import type { CompanyId, SensorId } from '#engine/ids.ts'
import type { SampleReader, SampleSeries } from './sampleSeries.ts'

type Question = {
  readonly companyId: CompanyId
  readonly start: number
  readonly end: number
  readonly ids: Set<SensorId>
  readonly answer: PromiseWithResolvers<ReadonlyMap<SensorId, SampleSeries>>
}

/**
 * Returns a reader whose callers, who ask at the same time, are read for together: of one stretch in one question, and one question after the other, so that
 * however many ask, one connection is taken. What an answer holds beyond the asked sensors is of the others.
 */
export function gatherSamples(read: SampleReader): SampleReader {
  const waiting = new Map<string, Question>()
  let isReading = false
  const readAll = async (): Promise<void> => {
    isReading = true
    // Whoever asks in this turn is heard first.
    await new Promise((resolve) => setImmediate(resolve))
    for (;;) {
      const [next] = waiting
      if (next === undefined) break
      const [key, { companyId, ids, start, end, answer }] = next
      waiting.delete(key)
      // A reader that fails at once fails its askers alone, too.
      await Promise.resolve()
        .then(() => read(companyId, [...ids], start, end))
        .then(answer.resolve, answer.reject)
    }
    isReading = false
  }
  return (companyId, sensorIds, start, end) => {
    const key = `${companyId}/${start}/${end}`
    const question = waiting.get(key) ?? { companyId, start, end, ids: new Set(), answer: Promise.withResolvers() }
    for (const id of sensorIds) question.ids.add(id)
    waiting.set(key, question)
    if (!isReading) void readAll()
    return question.answer.promise
  }
}
