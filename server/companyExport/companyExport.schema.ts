import { builder, can } from '#server/graphql/builder.ts'
import { requestCompanyExport } from './companyExport.service.ts'

builder.mutationField('exportCompany', (t) =>
  t.field({
    type: 'Guid',
    authScopes: can('MODIFY', 'COMPANY_SETTINGS'),
    description:
      'Has all data of the company written into a zip archive of JSON lines and CSV, and returns the id of the job; its file is among `jobRuns` for 24 hours; once within 24 hours. Secrets are never in it.',
    resolve: async (_root, _args, context) => requestCompanyExport({ ...context.deps, now: context.now }, context.member()),
  }),
)
