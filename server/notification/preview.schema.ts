import { longerDuration } from '#engine/notification/flapping.ts'
import { MINUTE_MS } from '#engine/time/durations.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { UserRef, userById } from '#server/user/user.graph.ts'
import { readCompanyPeople, recipientsAt } from './people.store.ts'
import { previewInTurn, previewRule } from './preview.service.ts'
import type { RulePreview } from './preview.service.ts'
import { CreateInput, formOfInput } from './rule.schema.ts'

const PreviewEpisodeRef = builder.objectRef<RulePreview['episodes'][number]>('NotificationPreviewEpisode').implement({
  description: 'A time that a rule would have told.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime' }),
    until: t.expose('until', { type: 'DateTime', nullable: true, description: 'null = it goes on.' }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'When it would have been told.' }),
    isAtNight: t.exposeBoolean('isAtNight', { description: 'Whether it would have been told between 22:00 and 6:00 of the plant.' }),
  }),
})

const PreviewPersonRef = builder.objectRef<RulePreview['people'][number]>('NotificationPreviewPerson').implement({
  fields: (t) => ({
    user: t.field({ type: UserRef, nullable: true, resolve: ({ userId }, _args, context) => userById(context).load(userId) }),
    copies: t.exposeInt('copies', { description: 'How many would have stood in the inbox.' }),
    messages: t.exposeInt('messages', { description: 'How many messages would have been sent, gathered and capped.' }),
  }),
})

const PreviewRef = builder.objectRef<RulePreview>('NotificationPreview').implement({
  description: 'What a rule would have told, had it been there and had nobody acknowledged anything.',
  fields: (t) => ({
    start: t.field({ type: 'DateTime', resolve: ({ period }) => period.start }),
    end: t.field({ type: 'DateTime', resolve: ({ period }) => period.end }),
    episodes: t.field({ type: [PreviewEpisodeRef], description: 'The oldest first.', resolve: ({ episodes }) => [...episodes] }),
    atNight: t.exposeInt('atNight'),
    medianMinutes: t.float({
      nullable: true,
      description: 'Of those that are over.',
      resolve: ({ medianMs }) => medianMs && medianMs / MINUTE_MS,
    }),
    flapping: t.int({
      description: 'How often it came and went more than three times in half an hour.',
      resolve: ({ flapping }) => flapping.length,
    }),
    longerDuration: t.int({
      nullable: true,
      description: 'The least duration in minutes with which what came and went most often would have been one.',
      resolve: ({ flapping }) => longerOf(flapping),
    }),
    people: t.field({ type: [PreviewPersonRef], description: 'Most messages first.', resolve: ({ people }) => [...people] }),
  }),
})

function longerOf(flapping: RulePreview['flapping']): number | null {
  const [worst] = flapping.toSorted((a, b) => b.episodes.length - a.episodes.length)
  return worst === undefined ? null : (longerDuration(worst.episodes, -Infinity)?.minutes ?? null)
}

builder.queryField('previewNotificationConfig', (t) =>
  t.field({
    type: PreviewRef,
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description: 'Tries a rule on the last days: how often it would have told whom.',
    args: {
      input: t.arg({ type: CreateInput, required: true }),
      days: t.arg.int({ description: '1 to 31, usually 14; at most 14 for what is judged by each value of a sensor.' }),
    },
    resolve: async (_root, { input, days }, context) => {
      const { id } = await context.workCenter(input.workCenterId)
      const form = formOfInput(input, null, id)
      const { companyId } = context.member()
      const members = recipientsAt(await context.deps.database.inSystem((tx) => readCompanyPeople({ companyId, tx })), id)
      const asked = { form, days: days ?? null, now: context.now(), members }
      return previewInTurn(companyId, () => context.inTenant((tenant) => previewRule(tenant, asked, context.readSamples)))
    },
  }),
)
