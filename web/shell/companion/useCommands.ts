import { useLocation, useRouter } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { maySeeWorkCenterSettings } from '#engine/workCenter/mayEditWorkCenter.ts'
import { WorkCenterNamesDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { chooseScheme, COLOR_SCHEMES, useChosenScheme } from '#web/ui/colorScheme.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { LOCALE_NAMES, LOCALES } from '#web/ui/locale.ts'
import { currentDensity, DENSITIES, setDensity } from '#web/base/density.ts'
import { changeLanguage, localeOf } from '#web/texts/language.ts'
import { visibleGroups } from '../navigation.ts'
import { useSession } from '#web/base/session.ts'
import { switchCompany } from '#web/base/tenant.ts'
import { useIsScreen } from '#web/base/useIsScreen.ts'
import type { Command } from './commands.ts'

const MODES = ['main', 'company', 'profile'] as const

/** Returns everything that the viewer can go to or do by its name: work centers first, then pages, companies and settings of this browser. */
export function useCommands(onHelp: () => void): readonly Command[] {
  const { t } = useTexts('companion')
  const session = useSession()
  return [
    ...useWorkCenterCommands(),
    ...usePageCommands(),
    ...useCompanyCommands(),
    ...useBrowserCommands(),
    { id: 'help', kind: 'action', name: t('action.help'), isCurrent: false, run: onHelp },
    { id: 'logout', kind: 'action', name: t('action.logout'), isCurrent: false, run: () => void session.signOut() },
  ]
}

/** Each work center, and with the ability its settings, which stand after all of them. */
function useWorkCenterCommands(): readonly Command[] {
  const { t } = useTexts('companion')
  const viewer = useViewer()
  const format = useFormat()
  const router = useRouter()
  const { pathname } = useLocation()
  const [names] = useQuery({ query: WorkCenterNamesDocument, requestPolicy: 'cache-and-network' })
  const targets = (names.data?.workCenters ?? [])
    .flatMap(({ deviceId, name }) => (deviceId == null ? [] : [{ path: `/boxes/${deviceId}`, name }]))
    .toSorted((left, right) => format.compare(left.name, right.name))
  const settings = maySeeWorkCenterSettings(viewer)
    ? targets.map(({ path, name }) => ({ path: `${path}/settings`, name: t('settingsOf', { name }) }))
    : []
  return [...targets, ...settings].map(({ path, name }) => ({
    id: path,
    kind: 'workCenter',
    name,
    isCurrent: pathname === path,
    run: () => void router.navigate({ to: path }),
  }))
}

function usePageCommands(): readonly Command[] {
  const { t } = useTexts('companion')
  const viewer = useViewer()
  const router = useRouter()
  const isScreen = useIsScreen()
  const { pathname } = useLocation()
  return MODES.flatMap((mode) => visibleGroups(mode, isScreen, viewer).flat()).map(({ key, path }) => ({
    id: path,
    kind: 'page',
    name: t(`page.${key}`),
    isCurrent: pathname === path,
    run: () => void router.navigate({ to: path }),
  }))
}

function useCompanyCommands(): readonly Command[] {
  const viewer = useViewer()
  return viewer.companies.map((company) => ({
    id: `company-${company.id}`,
    kind: 'company',
    name: company.name,
    isCurrent: company.id === viewer.company?.id,
    run: () => {
      if (company.id !== viewer.company?.id) switchCompany(company)
    },
  }))
}

function useBrowserCommands(): readonly Command[] {
  const { t, i18n } = useTexts('companion')
  const colorScheme = useChosenScheme()
  const current = localeOf(i18n)
  const density = currentDensity()
  return [
    ...LOCALES.map((locale): Command => {
      const name = LOCALE_NAMES[locale]
      const run = () => void changeLanguage(i18n, locale)
      return { id: `language-${locale}`, kind: 'language', name, isCurrent: locale === current, language: locale, run }
    }),
    ...COLOR_SCHEMES.map((scheme): Command => {
      const run = () => chooseScheme(scheme)
      return { id: `theme-${scheme}`, kind: 'theme', name: t(`theme.${scheme}`), isCurrent: scheme === colorScheme, run }
    }),
    ...DENSITIES.map((one): Command => {
      const run = () => setDensity(one)
      return { id: `density-${one}`, kind: 'density', name: t(`density.${one}`), isCurrent: one === density, run }
    }),
  ]
}
