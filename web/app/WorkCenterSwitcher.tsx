import { Popover } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { foldText } from '#web/ui/foldText.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import classes from './WorkCenterSwitcher.module.css'

type WorkCenterSwitcherProps = {
  readonly name: string
  readonly deviceId: string
  readonly workCenters: readonly { readonly deviceId?: string | null; readonly name: string }[]
}

/** Returns the work center's name as a button that opens a list of the others; typing finds, Enter opens with the same tab and period. */
export function WorkCenterSwitcher({ name, deviceId, workCenters }: WorkCenterSwitcherProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const found = workCenters
    .filter((workCenter) => workCenter.deviceId != null && foldText(workCenter.name).includes(foldText(text)))
    .toSorted((left, right) => format.compare(left.name, right.name))

  const close = () => {
    setOpen(false)
    setText('')
    setActive(0)
  }
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
    <Popover
      opened={isOpen}
      onChange={(next) => (next ? setOpen(true) : close())}
      trapFocus
      returnFocus
      shadow="md"
      position="bottom-start"
    >
      <Popover.Target>
        <button type="button" className={classes['button']} aria-label={t('workCenter.switch', { name })} onClick={() => setOpen(!isOpen)}>
          <span>{name}</span> <Icon name="chevron" size={16} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown']}>
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
          data-autofocus
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
      </Popover.Dropdown>
    </Popover>
  )
}
