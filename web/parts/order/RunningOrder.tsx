import { Suspense } from 'react'
import type { PanelOrderFragment } from '#web/api/generated/graphql.ts'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { withTexts } from '#web/texts/language.ts'
import type { ContainerTileProps } from '#web/parts/confirm/ContainerTile.tsx'
import { useUnitName } from '#web/parts/useUnitName.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dropdown, DropdownItem } from '#web/ui/Dropdown.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { onceTapped } from './onceTapped.ts'
import { containerWord, figuresOf, forecastWord } from './orderPanel.view.ts'
import { timeText } from './timeText.ts'
import classes from './OrderPanel.module.css'

const ContainerTile = lazyPart<ContainerTileProps>(() =>
  withTexts('confirm', import('#web/parts/confirm/ContainerTile.tsx')).then((loaded) => ({ default: loaded.ContainerTile })),
)

type RunningOrderProps = {
  readonly order: PanelOrderFragment
  readonly made: { readonly accepted: number; readonly rejected: number }
  /** Confirmed here and not sent yet. */
  readonly kept: { readonly accepted: number; readonly rejected: number }
  readonly hasCounts: boolean
  /** How containers that are full are confirmed; null = the person may not confirm output. */
  readonly containers: Pick<ContainerTileProps, 'isBooked' | 'isLarge' | 'onConfirmed' | 'onMore' | 'place' | 'workCenterId'> | null
  readonly onTalk: () => void
  readonly onAct: (action: 'CLOSE' | 'STOP') => void
  /** Asks when it was really paused or finished. */
  readonly onEnded: (action: 'CLOSE' | 'STOP') => void
  /** Asks when it, in progress since that instant (UTC ms), really began; null = the person may not say so. */
  readonly onBegan: ((since: number) => void) | null
  /** null = the person may not confirm output. */
  readonly onConfirm: (() => void) | null
  readonly onReject: (() => void) | null
}

/** Returns an order in progress: made of its plan, what of it is confirmed and counted, how far behind, and how to pause or finish it. */
export function RunningOrder({
  order,
  made,
  kept,
  hasCounts,
  containers,
  onTalk,
  onAct,
  onEnded,
  onBegan,
  onConfirm,
  onReject,
}: RunningOrderProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const unitName = useUnitName()
  const figures = figuresOf(order, made)
  const unit = order.measurementUnit === null ? '' : unitName(order.measurementUnit)
  const run = order.runs.findLast(({ timeEnd }) => timeEnd === null)
  const ends = (['STOP', 'CLOSE'] as const).filter((action) => order.allowedActions.includes(action))
  const percent = (part: number) => `${part * 100}%`
  const behind = figures.behind === null ? 0 : Math.round(figures.behind)
  const keptUnits = kept.accepted + kept.rejected
  // What waits to be sent is not confirmed a second time.
  const waiting = figures.counted === null ? null : Math.max(0, figures.counted - keptUnits)
  const counted =
    figures.counted === null
      ? order.sharedCountedOutput === null
        ? t('together')
        : t('togetherValue', { value: format.number(order.sharedCountedOutput.totalOutput) })
      : t('counted', { value: format.number(figures.counted) })
  // A machine that tells nothing has made an unknown number, not none.
  const isUnknown = !hasCounts && made.accepted === 0
  const finish = forecastWord(order, format, serverNow())
  // What waits to be sent is in its containers already.
  const container = containerWord(order, Math.max(order.acceptedOutput, made.accepted - kept.accepted), serverNow())
  const coming = [
    finish === null
      ? null
      : finish.range === null
        ? t('finish', { time: finish.time })
        : t('finishRange', { time: finish.time, range: finish.range }),
    container === null || container.full === 0 || (containers !== null && !container.isShared)
      ? null
      : [t('containersFull', { count: container.full }), ...(container.isShared ? [t('together')] : [])].join(', '),
    container === null || container.nextAt === null ? null : t('containerAt', { time: timeText(format, container.nextAt, serverNow()) }),
  ].filter((part) => part !== null)
  return (
    <article className={classes['order']} aria-label={order.orderCode}>
      <header className={classes['head']}>
        <b>{order.orderCode}</b>
        {order.product !== null && <span>{order.product.name}</span>}
        {run !== undefined && (
          <span className={classes['since']}>
            {run.startedBy === null
              ? t('since', { time: timeText(format, Date.parse(run.timeStart), serverNow()) })
              : t('sinceBy', { time: timeText(format, Date.parse(run.timeStart), serverNow()), name: run.startedBy.fullName })}
          </span>
        )}
      </header>
      <p className={classes['made']}>
        <b>{isUnknown ? '—' : format.number(figures.made)}</b>
        <span>{order.planOutput === null ? unit : t('ofPlan', { plan: format.number(order.planOutput), unit })}</span>
        {figures.behind !== null && (
          <span className={classes['behind']} data-behind={behind > 0 || undefined}>
            {behind > 0
              ? t('behind', { value: format.number(behind) })
              : behind < 0
                ? t('ahead', { value: format.number(-behind) })
                : t('onPlan')}
          </span>
        )}
      </p>
      {order.planOutput !== null && (
        <div className={classes['rail']} aria-hidden>
          <span className={classes['confirmed']} style={{ inlineSize: percent(figures.bar.confirmed) }} />
          <span className={classes['counted']} style={{ inlineSize: percent(figures.bar.counted) }} />
          {figures.bar.expected !== null && <i style={{ insetInlineStart: percent(figures.bar.expected) }} />}
          {figures.bar.plan !== null && figures.bar.plan < 1 && (
            <i className={classes['plan']} style={{ insetInlineStart: percent(figures.bar.plan) }} />
          )}
        </div>
      )}
      <p className={classes['muted']}>
        {[
          t('confirmed', { value: format.number(figures.confirmed) }),
          isUnknown ? t('noCounts') : counted,
          keptUnits > 0 ? t('confirmKept', { value: format.number(keptUnits) }) : null,
          figures.rejected > 0 ? t('rejected', { value: format.number(figures.rejected) }) : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      {coming.length > 0 && (
        <p
          className={classes['muted']}
          title={finish?.record == null ? undefined : t('held', { held: format.number(finish.record.held), count: finish.record.of })}
        >
          {coming.join(' · ')}
        </p>
      )}
      {containers !== null && container !== null && !container.isShared && (
        <Suspense>
          <ContainerTile
            {...containers}
            order={{ id: order.id, orderCode: order.orderCode, productName: order.product?.name ?? '' }}
            quantity={container.quantity}
            full={container.full}
            unit={unit}
          />
        </Suspense>
      )}
      <div className={classes['acts']}>
        {onConfirm !== null && (
          <button type="button" data-main onClick={onConfirm}>
            <Icon name="check" size={20} />
            {waiting === null || waiting === 0 ? t('act.CONFIRM_ASK') : t('act.CONFIRM', { value: format.number(waiting) })}
            <span className="hidden-text"> {order.orderCode}</span>
          </button>
        )}
        {onReject !== null && (
          <button type="button" onClick={onReject}>
            <Icon name="close" size={20} />
            {t('act.REJECT')}
            <span className="hidden-text"> {order.orderCode}</span>
          </button>
        )}
        {order.allowedActions.includes('STOP') && (
          <button type="button" onClick={onceTapped(() => onAct('STOP'))}>
            <Icon name="pause" size={20} />
            {t('act.STOP')}
            <span className="hidden-text"> {order.orderCode}</span>
          </button>
        )}
        {order.allowedActions.includes('CLOSE') && (
          <button type="button" onClick={onceTapped(() => onAct('CLOSE'))}>
            <Icon name="check" size={20} />
            {t('act.CLOSE')}
            <span className="hidden-text"> {order.orderCode}</span>
          </button>
        )}
        {(ends.length > 0 || onBegan !== null) && (
          <Dropdown
            label={t('runMore', { code: order.orderCode })}
            trigger={<Icon name="more" />}
            triggerClass={classes['more']}
            kind="menu"
            side="end"
          >
            {ends.map((action) => (
              <DropdownItem key={action} onClick={() => onEnded(action)}>
                {t(`ended.${action}.open`)}
              </DropdownItem>
            ))}
            {onBegan !== null && run !== undefined && (
              <DropdownItem onClick={() => onBegan(Date.parse(run.timeStart))}>{t('began.another')}</DropdownItem>
            )}
          </Dropdown>
        )}
        <button type="button" onClick={onTalk}>
          <Icon name="edit" size={20} />
          {order.unreadMessages > 0 ? t('talkNew', { count: order.unreadMessages }) : t('talk')}
          <span className="hidden-text"> {order.orderCode}</span>
        </button>
      </div>
    </article>
  )
}
