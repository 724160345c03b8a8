import { useNavigate } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Dropdown, useCloseDropdown } from '#web/ui/Dropdown.tsx'
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
  const { t } = useTranslation()
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
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const found = workCenters
    .filter((workCenter) => workCenter.deviceId != null && foldText(workCenter.name).includes(foldText(text)))
    .toSorted((left, right) => format.compare(left.name, right.name))

  const open = (target: string | null | undefined) => {
    close()
    if (target != null && target !== deviceId)
      void navigate({ to: '/boxes/$deviceId', params: { deviceId: target }, search: (search: object) => search })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Enter') open(found[active]?.deviceId)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes['list']}>
      <input
        className={classes['input']}
        role="combobox"
        aria-expanded
        aria-controls="work-center-options"
        aria-activedescendant={found[active] === undefined ? undefined : `work-center-${found[active].deviceId}`}
        aria-label={t('workCenter.find')}
        placeholder={t('workCenter.find')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="work-center-options" role="listbox" aria-label={t('page.boxes')} className={classes['options']}>
        {found.map((workCenter, index) => (
          <div
            key={workCenter.deviceId}
            id={`work-center-${workCenter.deviceId}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes['option']}
            onMouseEnter={() => setActive(index)}
            onMouseDown={(event) => {
              event.preventDefault()
              open(workCenter.deviceId)
            }}
          >
            {workCenter.name}
          </div>
        ))}
        {found.length === 0 && <p className={classes['empty']}>{t('boxes.notFound')}</p>}
      </div>
    </div>
  )
}
