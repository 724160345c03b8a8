import { useState } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import classes from './ClassifyPanel.module.css'
import { ClassifyPanel } from './ClassifyPanel.tsx'
import { SavedBar } from './SavedBar.tsx'
import { isOpen, type Stop, type StopList, stopToExplain } from './stops.view.ts'
import type { Classify, Refused } from './useClassify.ts'

export type ClassifyDrawerProps = {
  /** Names the work center of a stop where the page shows several. */
  readonly placeOf?: (stop: Stop) => string
  readonly list: StopList
  readonly classify: Classify
  /** The stop being classified, as it was when its reasons were opened; later changes show up as a conflict on save. */
  readonly asked: Stop | null
  /** It was opened for its comment. */
  readonly isNoteFirst?: boolean
  /** Whether it stands beside the list of a page where there is room. */
  readonly isBeside?: boolean
  readonly onAsk: (stop: Stop | null) => void
}

/** Returns the drawer that gives a stop its reason in two taps (U-1) and goes on to the next one without a reason; a refused decision comes back. */
export function ClassifyDrawer({
  placeOf,
  list,
  classify,
  asked: opened,
  isNoteFirst = false,
  isBeside = false,
  onAsk,
}: ClassifyDrawerProps) {
  const { t } = useCommonTexts()
  const format = useFormat()
  const { refused } = classify
  const [drafts] = useState(() => new Map<number, string>())
  const [shownRefused, showRefused] = useState<Refused | null>(null)
  // Whoever types for the next stop goes on: a refused one waits until it is called.
  const isLater = refused !== null && opened !== null && opened.id !== refused.decision.stop.id && shownRefused !== refused
  const shown = isLater ? null : refused
  const asked = shown?.decision.stop ?? opened
  const isAsking = asked !== null && (shown !== null || (asked.refusal === null && !classify.isSaving(asked.id)))
  const close = () => {
    // Of the two that wait the one in sight is closed.
    if (shown !== null && opened !== null && opened.id !== shown.decision.stop.id) return classify.forget()
    onAsk(null)
    if (shown !== null) classify.forget()
  }
  const others = list.stops.filter((stop) => isOpen(stop) && stop.id !== asked?.id)
  return (
    <>
      {!isAsking && <SavedBar classify={classify} />}
      <SidePanel
        isOpen={isAsking}
        onClose={close}
        side="right"
        isBeside={isBeside}
        title={t('classify.title')}
        closeLabel={t('state.close')}
      >
        {asked !== null && (
          <>
            <SavedBar classify={classify} isInDrawer />
            {isLater && (
              <div role="alert" className={classes['refused']}>
                <p>
                  {t('classify.notSaved', {
                    reason: refused.decision.reason ?? t('stops.unclassified'),
                    time: format.time(refused.decision.stop.start),
                  })}
                </p>
                <div className={classes['actions']}>
                  <ActionButton onClick={() => showRefused(refused)}>{t('classify.openRefused')}</ActionButton>
                </div>
              </div>
            )}
            <ClassifyPanel
              key={asked.id}
              {...(placeOf && { place: placeOf(asked) })}
              stop={asked}
              leftCount={others.length}
              refused={shown}
              draft={drafts.get(asked.id)}
              onDraft={(text) => drafts.set(asked.id, text)}
              isNoteFirst={isNoteFirst && asked.id === opened?.id}
              onDecide={(decision, version) => {
                drafts.delete(asked.id)
                const goesOn = isOpen(asked) && decision.reasonId !== null
                if (shown !== null && opened !== null && opened.id !== asked.id) onAsk(opened)
                else onAsk(goesOn ? stopToExplain(list, classify.isSaving, asked.id) : null)
                classify.save(decision, version)
              }}
              onKeep={close}
            />
          </>
        )}
      </SidePanel>
    </>
  )
}
