import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { isProviderRole } from '#engine/access/abilities.ts'
import { mayReadRatings } from '#engine/faq/mayReadRatings.ts'
import { FaqRatingsDocument } from '#web/api/generated/graphql.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import classes from './FaqPage.module.css'

/** Returns the line that says how many people an entry helped, for who writes entries and for the provider, whose line counts all companies (domain.md HP-4). */
export function useRatings(): (entry: string) => ReactNode {
  const { t } = useTexts('faq')
  const viewer = useViewer()
  const isProvider = isProviderRole(viewer.role)
  const [{ data }] = useQuery({ query: FaqRatingsDocument, pause: !mayReadRatings(viewer) })
  const counts = new Map(data?.faqRatings.map(({ entry, ...told }) => [entry, told]) ?? [])
  return (entry) => {
    const told = counts.get(entry)
    if (told === undefined) return null
    return <p className={classes['hint']}>{t(isProvider ? 'rate.ofAll' : 'rate.counted', told)}</p>
  }
}
