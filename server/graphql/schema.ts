import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import './scalars.ts'
import '#server/company/company.schema.ts'
import '#server/user/user.schema.ts'
import '#server/workCenter/workCenter.schema.ts'
import '#server/workCenter/settings.schema.ts'
import '#server/sensor/sensor.schema.ts'
import '#server/status/status.schema.ts'
import '#server/status/settings.schema.ts'
import '#server/loss/loss.schema.ts'
import '#server/output/output.schema.ts'
import '#server/shift/shift.schema.ts'
import '#server/oee/oee.schema.ts'
import '#server/oee/oeeDetails.schema.ts'
import '#server/oee/live.schema.ts'

/** The schema of the API, made once a process from what every area added to the builder. */
export const schema: GraphQLSchema = builder.toSchema()
