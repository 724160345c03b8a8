import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useCommonTexts } from '#web/texts/useTexts.ts'
import { Dropdown, useCloseDropdown } from '#web/ui/Dropdown.tsx'
import { FindList } from '#web/ui/FindList.tsx'
import { foldText } from '#web/ui/foldText.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './WorkCenterSwitcher.module.css'

type WorkCenterSwitcherProps = {
  readonly name: string
  readonly deviceId: string
  readonly workCenters: readonly { readonly deviceId?: string | null; readonly name: string }[]
  /** The name stands beside it already. */
  readonly isNameHidden?: boolean
}

/** Returns the work center's name as a button that opens a list of the others; typing finds, Enter opens with the same tab and period. */
export function WorkCenterSwitcher(props: WorkCenterSwitcherProps) {
  const { t } = useCommonTexts()
  return (
    <Dropdown
      kind="dialog"
      side="start"
      label={t('workCenter.switch', { name: props.name })}
      triggerClass={classes['button']}
      trigger={
        <>
          {props.isNameHidden !== true && <span>{props.name}</span>} <Icon name="chevron" size={16} />
        </>
      }
    >
      <SwitcherList {...props} />
    </Dropdown>
  )
}

function SwitcherList({ deviceId, workCenters }: WorkCenterSwitcherProps) {
  const close = useCloseDropdown()
  const { t } = useCommonTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const named = useMemo(
    () =>
      workCenters
        .flatMap(({ deviceId: id, name }) => (id == null ? [] : [{ id, name, folded: foldText(name) }]))
        .toSorted((left, right) => format.compare(left.name, right.name)),
    [workCenters, format],
  )
  return (
    <div className={classes['list']}>
      <FindList
        find={(text) => named.filter(({ folded }) => folded.includes(foldText(text)))}
        keyOf={({ id }) => id}
        onChoose={({ id }) => {
          close()
          if (id !== deviceId) void navigate({ to: '/boxes/$deviceId', params: { deviceId: id }, search: (search: object) => search })
        }}
        inputLabel={t('workCenter.find')}
        listLabel={t('page.boxes')}
        none={t('boxes.notFound')}
        found={(count) => t('workCenter.found', { count })}
        more={(count) => t('state.more', { count })}
      >
        {({ name }) => name}
      </FindList>
    </div>
  )
}
