import { type PointerEvent, useRef } from 'react'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LOCALE_NAMES } from '#web/ui/locale.ts'
import classes from './ReasonTree.module.css'
import type { ReasonActions } from './ReasonTree.tsx'
import { missingLanguages, type Move, type Reason, type ReasonGroup } from './reasonTree.view.ts'
import { useReasonTexts } from './useReasonTexts.ts'

type ReasonRowProps = {
  readonly reason: Reason
  readonly groups: readonly ReasonGroup[]
  readonly mayEdit: boolean
  readonly actions: ReasonActions
  /** What the handle can do, in words. */
  readonly helpId: string
  readonly steps: { readonly up: Move | null; readonly down: Move | null }
  readonly isDragged: boolean
  /** The dragged row would go right before it. */
  readonly isTarget: boolean
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
}

/** From this share of hasty answers on the page says so. */
const MUCH_HASTE = 0.5

/** Returns the row of a reason: its handle, name and marks, what it is, where it is offered, how often it was given, and its menu. */
export function ReasonRow({ reason, groups, mayEdit, actions, helpId, steps, isDragged, isTarget, onPointerDown }: ReasonRowProps) {
  const { t } = useTexts('lossReason')
  const { placesOf } = useReasonTexts()
  const handle = useRef<HTMLButtonElement>(null)
  const step = (next: Move | null) => {
    if (next === null) return
    actions.onMove(next)
    // In another group the row is another element: the handle keeps the focus.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-handle="${reason.id}"]`)?.focus())
  }
  return (
    <tr
      className={classes['row']}
      data-reason={reason.id}
      data-hidden={reason.isHidden || undefined}
      data-dragged={isDragged || undefined}
      data-target={isTarget || undefined}
    >
      {mayEdit && (
        <td className={classes['handleCell']}>
          <button
            ref={handle}
            type="button"
            className={classes['handle']}
            data-handle={reason.id}
            aria-label={t('handle.label', { name: reason.name })}
            aria-describedby={helpId}
            aria-keyshortcuts="ArrowUp ArrowDown"
            onPointerDown={onPointerDown}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
              event.preventDefault()
              step(event.key === 'ArrowUp' ? steps.up : steps.down)
            }}
          >
            <Icon name="grip" size={16} />
          </button>
        </td>
      )}
      <td className={classes['nameCell']}>
        <button type="button" className={classes['name']} data-open onClick={() => actions.onOpen(reason.id)}>
          <span className={classes['swatch']} style={{ background: reason.color }} aria-hidden />
          <span>{reason.name}</span>
        </button>
        <Marks reason={reason} />
      </td>
      <td className={classes['kind']}>
        {t(`category.${reason.category}`)}
        <span className={classes['meta']}>{t(`type.${reason.type}`)}</span>
      </td>
      <td className={classes['rules']}>
        <Rules reason={reason} />
      </td>
      <td className={classes['places']}>{placesOf(reason)}</td>
      <td className={classes['used']}>
        <Used reason={reason} />
      </td>
      {mayEdit && (
        <td className={classes['menuCell']}>
          <Dropdown
            kind="menu"
            side="end"
            label={t('menu.of', { name: reason.name })}
            triggerClass={classes['menu']}
            trigger={<Icon name="more" />}
          >
            <DropdownItem onClick={() => actions.onOpen(reason.id)}>{t('menu.edit')}</DropdownItem>
            {steps.up !== null && <DropdownItem onClick={() => step(steps.up)}>{t('menu.up')}</DropdownItem>}
            {steps.down !== null && <DropdownItem onClick={() => step(steps.down)}>{t('menu.down')}</DropdownItem>}
            {[...groups, null]
              .filter((group) => (group?.id ?? null) !== (reason.groupId ?? null))
              .map((group) => (
                <DropdownItem
                  key={group?.id ?? 'none'}
                  onClick={() => actions.onMove({ id: reason.id, groupId: group?.id ?? null, beforeId: null })}
                >
                  {group === null ? t('menu.toNone') : t('menu.toGroup', { group: group.name })}
                </DropdownItem>
              ))}
            <DropdownItem onClick={() => actions.onReplace(reason)}>{t('menu.replace')}</DropdownItem>
            <DropdownItem onClick={() => actions.onToggle(reason)}>{reason.isHidden ? t('menu.restore') : t('menu.hide')}</DropdownItem>
            {!reason.isUsed && <DropdownItem onClick={() => actions.onDelete(reason)}>{t('menu.delete')}</DropdownItem>}
          </Dropdown>
        </td>
      )}
    </tr>
  )
}

function Marks({ reason }: { readonly reason: Reason }) {
  const { t } = useTexts('lossReason')
  const missing = missingLanguages(reason)
  if (!reason.isHidden && missing.length === 0) return null
  return (
    <span className={classes['marks']}>
      {reason.isHidden && <span className={classes['mark']}>{t('mark.hidden')}</span>}
      {missing.length > 0 && (
        <span className={classes['mark']} data-warning title={missing.map((language) => LOCALE_NAMES[language]).join(', ')}>
          {t('mark.missing', { languages: missing.map((language) => language.toUpperCase()).join(', ') })}
        </span>
      )}
    </span>
  )
}

function Rules({ reason }: { readonly reason: Reason }) {
  const rules = useReasonTexts().rulesOf(reason)
  return rules.length === 0 ? (
    <span className={classes['meta']} aria-hidden>
      –
    </span>
  ) : (
    <ul className={classes['ruleList']}>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  )
}

function Used({ reason: { usage } }: { readonly reason: Reason }) {
  const { t } = useTexts('lossReason')
  const format = useFormat()
  if (usage.count === 0) return <span className={classes['meta']}>{t('used.never')}</span>
  return (
    <>
      {t('used.count', { count: usage.count })}
      <span className={classes['meta']}>{format.duration(usage.duration * 1000)}</span>
      {usage.hastyShare != null && usage.hastyShare > MUCH_HASTE && (
        <span className={classes['meta']} data-warning title={t('used.hastyHelp')}>
          {t('used.hasty', { share: format.percent(usage.hastyShare) })}
        </span>
      )}
    </>
  )
}
