import { useCommonTexts } from '#web/texts/useTexts.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { ClassifyPanel } from './ClassifyPanel.tsx'
import { SavedBar } from './SavedBar.tsx'
import { isOpen, type Stop, type StopList, stopToExplain } from './stops.view.ts'
import type { Classify } from './useClassify.ts'

type ClassifyDrawerProps = {
  /** Names the work center of a stop where the page shows several. */
  readonly placeOf?: (stop: Stop) => string
  readonly list: StopList
  readonly classify: Classify
  /** The stop being classified, as it was when its reasons were opened; later changes show up as a conflict on save. */
  readonly asked: Stop | null
  /** It was opened for its comment. */
  readonly isNoteFirst?: boolean
  readonly onAsk: (stop: Stop | null) => void
}

/** Returns the drawer that gives a stop its reason in two taps (U-1) and goes on to the next one without a reason; a refused decision comes back. */
export function ClassifyDrawer({ placeOf, list, classify, asked: opened, isNoteFirst = false, onAsk }: ClassifyDrawerProps) {
  const { t } = useCommonTexts()
  const { refused } = classify
  const asked = refused?.decision.stop ?? opened
  const isAsking = asked !== null && (refused !== null || (asked.refusal === null && !classify.isSaving(asked.id)))
  const close = () => {
    onAsk(null)
    if (refused !== null) classify.forget()
  }
  const others = list.stops.filter((stop) => isOpen(stop) && stop.id !== asked?.id)
  return (
    <>
      {!isAsking && <SavedBar classify={classify} />}
      <SidePanel isOpen={isAsking} onClose={close} side="right" title={t('classify.title')} closeLabel={t('state.close')}>
        {asked !== null && (
          <>
            <SavedBar classify={classify} isInDrawer />
            <ClassifyPanel
              key={asked.id}
              {...(placeOf && { place: placeOf(asked) })}
              stop={asked}
              leftCount={others.length}
              refused={refused}
              isNoteFirst={isNoteFirst && asked.id === opened?.id}
              onDecide={(decision, version) => {
                const goesOn = isOpen(asked) && decision.reasonId !== null
                onAsk(goesOn ? stopToExplain(list, classify.isSaving, asked.id) : null)
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
