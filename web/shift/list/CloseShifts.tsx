import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { saysEnough } from '#engine/shift/confirmation.ts'
import {
  ConfirmShiftsDocument,
  type ConfirmShiftsMutation,
  type ListedShiftFragment,
  ShiftsListDocument,
} from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { DateField } from '#web/parts/field/DateField.tsx'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { dateText } from './ShiftCell.tsx'
import { confirmPlan } from './shifts.view.ts'
import classes from './ShiftsPage.module.css'

/** The shifts that somebody wants to close: those chosen, or all that are over until a date. */
export type ToClose =
  | { readonly kind: 'chosen'; readonly shifts: readonly ListedShiftFragment[] }
  | { readonly kind: 'date'; readonly date: string; readonly workCenterIds: readonly number[] }

/** As many are looked at beforehand; more are closed as well, and counted. */
const LOOKED_AT = 1000

type CloseShiftsProps = {
  /** Null = the dialog is closed. */
  readonly asked: ToClose | null
  readonly today: string
  readonly onAsk: (asked: ToClose) => void
  readonly onClose: () => void
}

/** Returns the dialog that closes many shifts at once (domain.md S-47): it says before what will happen, and afterwards what became of each. */
export function CloseShifts({ asked, onClose, ...rest }: CloseShiftsProps) {
  const { t } = useTexts('shift')
  return (
    <Dialog
      isOpen={asked !== null}
      onClose={onClose}
      title={t(asked?.kind === 'date' ? 'close.byDate' : 'close.chosen')}
      closeLabel={t('state.close')}
      isWide
    >
      {asked !== null && <Body {...rest} asked={asked} onClose={onClose} />}
    </Dialog>
  )
}

function Body({ asked, today, onAsk, onClose }: CloseShiftsProps & { readonly asked: ToClose }) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const [comment, setComment] = useState('')
  const confirming = useChange(ConfirmShiftsDocument)
  const isByDate = asked.kind === 'date'
  const [found] = useQuery({
    query: ShiftsListDocument,
    variables: useMemo(
      () => ({
        filter: isByDate
          ? {
              statuses: ['UNCONFIRMED' as const],
              shiftDateTo: asked.date,
              ...(asked.workCenterIds.length > 0 && { workCenterIds: [...asked.workCenterIds] }),
            }
          : null,
        order: { field: 'DATE' as const, direction: 'ASC' as const },
        page: 1,
        size: LOOKED_AT,
      }),
      [asked, isByDate],
    ),
    requestPolicy: 'network-only',
    pause: !isByDate,
  })
  const shifts = isByDate ? found.data?.shiftsPages.items : asked.shifts
  const total = isByDate ? (found.data?.shiftsPages.totalItems ?? 0) : asked.shifts.length
  const results = confirming.saved?.data.confirmShifts ?? null
  if (results !== null) return <Results results={results} onClose={onClose} />
  if (shifts === undefined) return <p role="status">{t('state.loading')}</p>
  const plan = confirmPlan(shifts)
  const said = comment.trim()
  const isTooShort = said !== '' && !saysEnough(said)
  const closing = plan.ready.length + (said === '' ? 0 : plan.withIssues.length) + Math.max(0, total - shifts.length)
  const confirm = () => {
    if (isTooShort) return
    const chosen =
      asked.kind === 'chosen' ? asked.shifts.flatMap(({ id, version }) => (id == null || version == null ? [] : [{ id, version }])) : []
    const input =
      asked.kind === 'date'
        ? { shiftDate: asked.date, ...(asked.workCenterIds.length > 0 && { workCenterIds: [...asked.workCenterIds] }) }
        : { ids: chosen.map(({ id }) => id), versions: chosen.map(({ version }) => version) }
    void confirming.run({ input: { ...input, ...(said !== '' && { comment: said }) } })
  }
  return (
    <div className={classes['dialog']}>
      {isByDate && (
        <DateField
          name="date"
          label={t('close.until')}
          value={asked.date}
          onChange={(date) => {
            if (date !== '' && date <= today) onAsk({ ...asked, date })
          }}
        />
      )}
      <p>{total === 0 ? t('close.nothing') : t('close.ready', { count: plan.ready.length })}</p>
      {total > shifts.length && <p>{t('close.more', { count: total - shifts.length })}</p>}
      {plan.withIssues.length > 0 && (
        <>
          <p>{t('close.withIssues', { count: plan.withIssues.length })}</p>
          <TextField
            name="comment"
            label={t('close.why')}
            value={comment}
            onChange={setComment}
            maxLength={2000}
            isLong
            error={isTooShort ? t('close.tooShort') : null}
          />
        </>
      )}
      {plan.staying.length > 0 && <p>{t('close.staying', { count: plan.staying.length })}</p>}
      {confirming.problems[0] && <Alert>{problemText(t, confirming.problems[0])}</Alert>}
      <div className={classes['buttons']}>
        {isByDate && total > 0 && (
          <Link to="/shifts" search={{ close: true, date: asked.date }} className={classes['close']} onClick={onClose}>
            {t('close.oneByOne', { date: dateText(format, asked.date) })}
          </Link>
        )}
        <ActionButton isMain isBusy={confirming.isBusy} isDisabled={closing === 0 || isTooShort} onClick={confirm}>
          {t('close.confirm', { count: closing })}
        </ActionButton>
      </div>
    </div>
  )
}

type ResultsProps = { readonly results: ConfirmShiftsMutation['confirmShifts']; readonly onClose: () => void }

/** What became of each: those that stay open first. */
function Results({ results, onClose }: ResultsProps) {
  const { t } = useTexts('shift')
  const format = useFormat()
  const sorted = results.toSorted((left, right) => Number(left.isConfirmed) - Number(right.isConfirmed))
  const done = results.filter(({ isConfirmed }) => isConfirmed).length
  return (
    <div className={classes['dialog']}>
      <p role="status">{t('close.done', { done: format.number(done), all: format.number(results.length) })}</p>
      <ul className={classes['results']}>
        {sorted.map(({ id, isConfirmed, errorCode, issues, shift }) => (
          <li key={id} data-ok={isConfirmed || undefined}>
            <Icon name={isConfirmed ? 'check' : 'alert'} size={16} />
            <span>
              {shift != null ? (
                <Link to="/shifts/$shiftId" params={{ shiftId: String(id) }} search={isConfirmed ? {} : { close: true }} onClick={onClose}>
                  {`${shift.workCenter.name} · ${shift.name} · ${dateText(format, shift.shiftDate)}`}
                </Link>
              ) : (
                `#${id}`
              )}
              {isConfirmed && ` – ${t('status.CONFIRMED')}`}
              {errorCode === 'SHIFT_HAS_ISSUES' && ` – ${issues.map(({ code, count }) => t(`lacks.${code}`, { count })).join(', ')}`}
              {errorCode === 'SHIFT_CONFIRMED' && ` – ${t('close.byOther', { name: shift?.confirmedBy?.fullName ?? '' })}`}
              {errorCode != null &&
                errorCode !== 'SHIFT_HAS_ISSUES' &&
                errorCode !== 'SHIFT_CONFIRMED' &&
                ` – ${problemText(t, { code: errorCode, params: {} })}`}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes['buttons']}>
        <ActionButton isMain onClick={onClose}>
          {t('state.close')}
        </ActionButton>
      </div>
    </div>
  )
}
