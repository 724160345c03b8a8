import { conditionKey } from '#engine/notification/condition.ts'
import { ruleWorth } from '#engine/notification/ruleWorth.ts'
import type { RuleWorth } from '#engine/notification/ruleWorth.ts'
import { emptySteps, unheardSteps } from '#engine/notification/unheard.ts'
import type { UnheardStep } from '#engine/notification/unheard.ts'
import { DAY_MS, MINUTE_MS } from '#engine/time/durations.ts'
import type { Interval } from '#engine/time/interval.ts'
import { builder, can } from '#server/graphql/builder.ts'
import { readCompanyPeople, recipientsAt } from './people.store.ts'
import { listToldBy } from './ruleFigures.store.ts'
import { listVisibleRules } from './ruleReading.service.ts'

/** So far back what rules told is judged, and so far ahead it is said when nobody hears them. */
const JUDGED_DAYS = 31
const AHEAD_DAYS = 7

type RuleFigures = RuleWorth & { readonly configId: string; readonly unheard: readonly UnheardStep[]; readonly empty: readonly number[] }

const StretchRef = builder.objectRef<Interval>('NotificationUnheardStretch').implement({
  fields: (t) => ({ start: t.expose('start', { type: 'DateTime' }), end: t.expose('end', { type: 'DateTime' }) }),
})

const UnheardRef = builder.objectRef<UnheardStep>('NotificationUnheardStep').implement({
  description: 'When nobody of those whom a rule tells hears it: quiet hours, pauses, or neither e-mails nor a browser for it.',
  fields: (t) => ({
    step: t.exposeInt('step', { description: '0 = the first who are told.' }),
    stretches: t.field({ type: [StretchRef], resolve: ({ stretches }) => [...stretches] }),
  }),
})

const FiguresRef = builder.objectRef<RuleFigures>('NotificationConfigFigures').implement({
  description: `What a rule told in the last ${JUDGED_DAYS} days and what came of it, of at most the newest 1,000; and when nobody hears it in the next ${AHEAD_DAYS} days.`,
  fields: (t) => ({
    notificationConfigId: t.expose('configId', { type: 'Guid' }),
    fired: t.exposeInt('fired'),
    acknowledged: t.exposeInt('acknowledged'),
    medianMinutesToAcknowledge: t.float({
      nullable: true,
      resolve: ({ medianToAcknowledgeMs }) => medianToAcknowledgeMs && medianToAcknowledgeMs / MINUTE_MS,
    }),
    endedUnseen: t.exposeInt('endedUnseen', { description: 'How many ended by themselves before anybody looked at them or took them.' }),
    classified: t.exposeInt('classified', { description: 'To how many a person gave the reason within ten minutes.' }),
    halvingDuration: t.exposeInt('halvingMinutes', {
      nullable: true,
      description: 'Where most ended unseen: the least duration in minutes with which at most half of them would have been told.',
    }),
    emptySteps: t.intList({
      description: 'Steps whose audience has nobody left, 0 = the first who are told: administrators are told instead.',
      resolve: ({ empty }) => [...empty],
    }),
    unheard: t.field({ type: [UnheardRef], extensions: { atMost: 4 }, resolve: ({ unheard }) => [...unheard] }),
  }),
})

builder.queryField('notificationConfigFigures', (t) =>
  t.field({
    type: [FiguresRef],
    authScopes: can('READ', 'WORK_CENTER_SETTINGS'),
    description: 'What the rules of the work centers that the caller may see were worth.',
    args: { workCenterIds: t.arg.intList() },
    resolve: async (_root, { workCenterIds }, context) => {
      const ids = await context.narrowed(workCenterIds)
      const rules = await context.inTenant((tenant) => listVisibleRules(tenant, ids))
      const { companyId } = context.member()
      const people = await context.deps.database.inSystem((tx) => readCompanyPeople({ companyId, tx }))
      const now = context.now()
      const asked = rules.map((rule) => ({ ...rule, conditionKey: conditionKey(rule) }))
      const told = await context.inTenant((tenant) => listToldBy(tenant, asked, now - JUDGED_DAYS * DAY_MS))
      const ahead = { start: now, end: now + AHEAD_DAYS * DAY_MS }
      return rules.map((rule, place): RuleFigures => {
        const waits = rule.type !== 'TARGET_VALUE' && rule.type !== 'BATTERY_LOW'
        const members = recipientsAt(people, rule.workCenterId)
        return {
          configId: rule.id,
          ...ruleWorth(told[place] ?? [], waits ? rule.durationMs : null),
          empty: rule.isActive ? emptySteps(rule, members) : [],
          unheard: rule.isActive ? unheardSteps(rule, members, ahead) : [],
        }
      })
    },
  }),
)
