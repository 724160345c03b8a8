import type { Chip } from '#web/parts/list/table/Chips.tsx'
import type { ListUrl } from '#web/parts/list/useListSearch.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import type { AuditSearch } from './auditSearch.ts'

type Person = { readonly id: string; readonly fullName: string }

/** Returns the filters of the log that are on, in words. */
export function useAuditChips({ search, change }: ListUrl<AuditSearch>, people: readonly Person[]): readonly Chip[] {
  const { t } = useTexts('user')
  const format = useFormat()
  const { user, action, range, from, to } = search
  const chip = (key: string, text: string, next: Partial<AuditSearch>): Chip => ({
    key,
    text,
    onRemove: () => change({ page: 1, ...next }),
  })
  // The middle of the day is in it in every zone.
  const day = (date: string) => (date === '' ? '' : format.date(Date.parse(`${date}T12:00:00Z`)))
  return [
    ...(user === '' ? [] : [chip('user', people.find(({ id }) => id === user)?.fullName ?? t('audit.person'), { user: '' })]),
    ...(action === '' ? [] : [chip('action', t(`audit.action.${action}`), { action: '' })]),
    ...(range === 'all'
      ? []
      : [
          chip('range', range === 'dates' && `${from}${to}` !== '' ? `${day(from)}–${day(to)}` : t(`audit.range.${range}`), {
            range: 'all',
            from: '',
            to: '',
          }),
        ]),
  ]
}
