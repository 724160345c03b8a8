import { Suspense } from 'react'
import { lazyPart } from '#web/base/lazyPart.tsx'
import type { PostingDetailsProps } from '#web/parts/posting/PostingDetails.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'

const PostingDetails = lazyPart<PostingDetailsProps>(() =>
  import('#web/parts/posting/PostingDetails.tsx').then((module) => ({ default: module.PostingDetails })),
)

type PostingPanelProps = {
  /** Null = closed. */
  readonly openId: number | null
  readonly zone: string
  readonly onOpen: (postingId: number) => void
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Returns the drawer of what was confirmed in one act: its rows, by whom and when, what it stands for, and the ways to put it right. */
export function PostingPanel({ openId, onClose, ...rest }: PostingPanelProps) {
  const { t } = useTexts('output')
  return (
    <SidePanel isOpen={openId !== null} onClose={onClose} side="right" title={t('posting.title')} closeLabel={t('state.close')}>
      {openId !== null && (
        <Suspense fallback={<p role="status">{t('state.loading')}</p>}>
          <PostingDetails key={openId} {...rest} id={openId} />
        </Suspense>
      )}
    </SidePanel>
  )
}
