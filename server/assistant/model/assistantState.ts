import type { PartState } from '#server/partState.ts'
import type { ExternalModel } from './externalModel.ts'

/** Returns how the assistant does: it works without an external model, so one that gives no answer is said and no fault. */
export function assistantState(model: ExternalModel | null): PartState {
  if (model === null) return { status: 'ready', detail: 'no external model is set' }
  return {
    status: 'ready',
    detail: model.isResting() ? 'the external model gives no answer and rests for a minute' : 'an external model is set',
  }
}
