import { REGION_FIELDS } from '#engine/user/personFields.ts'
import { builder } from '#server/graphql/builder.ts'
import type { RequestContext } from '#server/graphql/context.ts'
import { settingArgs } from '#server/graphql/settingFields.ts'
import { Refusal } from '#server/refusal.ts'
import { companyById } from '#server/company/company.graph.ts'
import { findUser } from './user.store.ts'
import type { User } from './user.store.ts'
import { changeUserSettings } from './userSettings.service.ts'

type Language = { readonly id: number; readonly code: string; readonly name: string }

/** The languages of the interface, each by its own name. */
const LANGUAGES: readonly Language[] = [
  { id: 1, code: 'en', name: 'English' },
  { id: 2, code: 'uk', name: 'Українська' },
  { id: 3, code: 'pl', name: 'Polski' },
  { id: 4, code: 'ru', name: 'Русский' },
  { id: 5, code: 'es', name: 'Español' },
  { id: 6, code: 'uz', name: 'Oʻzbekcha' },
]

const LanguageRef = builder.objectRef<Language>('Language').implement({
  fields: (t) => ({ id: t.exposeInt('id'), code: t.exposeString('code'), name: t.exposeString('name') }),
})

/** The settings of a person, who stands behind them. */
export const UserSettingsRef = builder.objectRef<User>('UserSettings').implement({
  fields: (t) => ({
    languages: t.field({ type: [LanguageRef], resolve: () => [...LANGUAGES] }),
    language: t.exposeString('language', { description: 'The language of e-mails to the person.' }),
    timeZone: t.string({
      description: 'The zone in which the person reads times: their own, else that of the company, else UTC.',
      resolve: timeZoneOf,
    }),
    ownTimeZone: t.string({
      nullable: true,
      description: 'The zone that the person chose; null = that of the company.',
      resolve: (user) => user.timeZone,
    }),
  }),
})

builder.queryFields((t) => ({
  userSettings: t.field({
    type: UserSettingsRef,
    authScopes: { account: true },
    resolve: (_root, _args, context) => caller(context),
  }),
  languages: t.field({ type: [LanguageRef], authScopes: { account: true }, resolve: () => [...LANGUAGES] }),
}))

builder.mutationFields((t) => ({
  updateUserSettings: t.field({
    type: UserSettingsRef,
    authScopes: { signedIn: true },
    description: "Missing fields stay; an empty time zone is the company's.",
    args: settingArgs(t.arg, REGION_FIELDS),
    resolve: async (_root, args, context) => {
      await changeUserSettings(context.deps.database, context.principal.userId, args)
      return caller(context)
    },
  }),
}))

async function caller(context: RequestContext): Promise<User> {
  const user = await context.deps.database.inSystem((tx) => findUser(tx, context.principal.userId))
  if (user === null) throw new Refusal({ code: 'USER_NOT_FOUND' })
  return user
}

async function timeZoneOf(user: User, _args: object, context: RequestContext): Promise<string> {
  if (user.timeZone !== null) return user.timeZone
  const company = context.membership ? await companyById(context).load(context.membership.companyId) : null
  return company?.timeZone ?? 'UTC'
}
