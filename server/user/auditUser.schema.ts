import { builder } from '#server/graphql/builder.ts'
import { AuditEntryRef } from '#server/company/company.graph.ts'
import { UserRef, userById } from './user.graph.ts'

builder.objectFields(AuditEntryRef, (t) => ({
  user: t.field({
    type: UserRef,
    nullable: true,
    description: 'Who did it.',
    resolve: (entry, _args, context) => (entry.userId === null ? null : userById(context).load(entry.userId)),
  }),
}))
