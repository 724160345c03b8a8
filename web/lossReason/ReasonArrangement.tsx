import { useState } from 'react'
import { MoveLossReasonGroupDocument, UpdateLossReasonDocument, type LossReasonsPageQuery } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { DeleteGroup } from './DeleteGroup.tsx'
import { DeleteReason } from './DeleteReason.tsx'
import { ReasonTree } from './ReasonTree.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { type Reason, type ReasonGroup, shownTree, treeOf } from './reasonTree.view.ts'
import type { ReasonsSearch } from './reasonsSearch.ts'
import { useReasonMoves } from './useReasonMoves.ts'

type ReasonArrangementProps = {
  readonly data: LossReasonsPageQuery
  readonly search: ReasonsSearch
  readonly mayEdit: boolean
  readonly onOpen: (id: number) => void
  readonly onEditGroup: (group: ReasonGroup) => void
  readonly onClear: () => void
  readonly refresh: () => Promise<unknown>
}

/** Returns the tree of reasons with everything that is done to one of them: moved, hidden, shown again, replaced, deleted; moves and hiding can be undone. */
export function ReasonArrangement({ data, search, mayEdit, onOpen, onEditGroup, onClear, refresh }: ReasonArrangementProps) {
  const { t } = useTexts('lossReason')
  const moves = useReasonMoves(refresh)
  const moveGroup = useChange(MoveLossReasonGroupDocument)
  const hiding = useChange(UpdateLossReasonDocument, {
    undoOf: ({ updateLossReason: { id, originalName, isHidden, version } }) => ({
      input: { id, name: originalName, isHidden: !isHidden, version },
    }),
  })
  const [replaced, setReplaced] = useState<Reason | null>(null)
  const [deleted, setDeleted] = useState<Reason | null>(null)
  const [deletedGroup, setDeletedGroup] = useState<ReasonGroup | null>(null)
  const tree = treeOf(data.lossReasonGroups, data.lossReasons, moves.pending)
  const shown = shownTree(tree, search)
  const nameOf = (id: number) => data.lossReasons.find((reason) => reason.id === id)?.name ?? ''
  const toggle = async ({ id, originalName, isHidden, version }: Reason) => {
    moves.forget()
    const { problems } = await hiding.run({ input: { id, name: originalName, isHidden: !isHidden, version } })
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    await refresh()
  }
  const stepGroup = async (id: number, beforeId: number | null) => {
    const { problems } = await moveGroup.run({ id, beforeId })
    if (problems[0] !== undefined) showToast(problemText(t, problems[0]))
    await refresh()
  }
  const hidden = hiding.saved
  const bar = barOf()
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState title={t('noMatch')}>
          <ActionButton onClick={onClear}>{t('clear')}</ActionButton>
        </EmptyState>
      ) : (
        <ReasonTree
          tree={tree}
          shown={shown}
          mayEdit={mayEdit}
          onOpen={onOpen}
          onMove={(move) => {
            hiding.forget()
            moves.move(tree, move)
          }}
          onMoveGroup={(id, beforeId) => void stepGroup(id, beforeId)}
          onEditGroup={onEditGroup}
          onDeleteGroup={setDeletedGroup}
          onReplace={setReplaced}
          onToggle={(reason) => void toggle(reason)}
          onDelete={setDeleted}
        />
      )}
      <UndoBar
        text={bar.text}
        answer={bar.answer}
        undoLabel={t('undo')}
        closeLabel={t('state.close')}
        onUndo={bar.onUndo}
        onClose={() => {
          moves.forget()
          hiding.forget()
        }}
      />
      <ReplaceDialog replaced={replaced} reasons={data.lossReasons} onClose={() => setReplaced(null)} onDone={() => void refresh()} />
      <DeleteReason reason={deleted} onClose={() => setDeleted(null)} onDone={() => void refresh()} />
      <DeleteGroup group={deletedGroup} onClose={() => setDeletedGroup(null)} onDone={() => void refresh()} />
    </>
  )

  function barOf() {
    if (moves.problem !== null) return { text: problemText(t, moves.problem), answer: moves.problem, onUndo: null }
    if (moves.saved !== null) {
      const { move, back } = moves.saved
      return {
        text: t('moved', { name: nameOf(move.id) }),
        answer: moves.saved,
        onUndo: back === null ? null : () => moves.move(tree, back),
      }
    }
    if (hidden !== null) {
      const { isHidden, name } = hidden.data.updateLossReason
      const { undo } = hiding
      const onUndo = undo === null ? null : () => void undo().then(refresh)
      return { text: t(isHidden ? 'hid' : 'restored', { name }), answer: hidden, onUndo }
    }
    return { text: '', answer: null, onUndo: null }
  }
}
