import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { ListedRequestFragment } from '#web/api/generated/graphql.ts'
import { useMoveName } from './useMoveName.ts'
import { type RequestMove, titleOf } from './workRequests.view.ts'
import classes from './WorkRequestsPage.module.css'

type MoveMenuProps = { readonly request: ListedRequestFragment; readonly onMove: (move: RequestMove) => void }

/** Returns the menu of all moves that are open to the viewer; nothing where there is none. */
export function MoveMenu({ request, onMove }: MoveMenuProps) {
  const { t } = useTexts('workRequest')
  const nameOf = useMoveName()
  if (request.moves.length === 0) return null
  return (
    <Dropdown
      label={t('menu', { title: titleOf(request) })}
      trigger={<Icon name="more" />}
      triggerClass={classes['menu']}
      kind="menu"
      side="end"
    >
      {request.moves.map((move) => (
        <DropdownItem key={`${move.kind} ${move.status}`} onClick={() => onMove(move)}>
          {nameOf(move)}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
