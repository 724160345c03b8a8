import { builder } from '#server/graphql/builder.ts'
import type { ShiftOutput } from './output.store.ts'

export const OutputStatRef = builder.objectRef<ShiftOutput>('OutputStat')
