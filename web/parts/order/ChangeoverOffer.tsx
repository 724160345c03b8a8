import { useMemo, useState } from 'react'
import { mayEditLosses } from '#engine/loss/mayEditLoss.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { ChangeoverOffersDocument, ClassifyChangeoverDocument } from '#web/api/generated/graphql.ts'
import { KEYED } from '#web/api/keyed.ts'
import { isTransient } from '#web/api/sendPatiently.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { actingUserId } from '#web/base/actingPerson.ts'
import { decisionEdit } from '#web/parts/classify/lossEdit.ts'
import { stopOf } from '#web/parts/classify/stops.view.ts'
import { useUnsentEdits } from '#web/parts/classify/useUnsentEdits.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { inputOfOffer, keyOfOffer, lengthOfStops, type Offer, offerToShow } from './changeoverOffer.view.ts'
import { onceTapped } from './onceTapped.ts'
import classes from './OrderPanel.module.css'
import { useCome } from './panelPlace.ts'

/** A changeover is measured some minutes after it, which closes no record. */
const EVERY_MS = 60_000
const DECLINED = 'trueline.changeovers.declined'
const MOST_DECLINED = 50

export type ChangeoverOfferProps = { readonly workCenterId: number; readonly onCome: () => void }

/** What was given last, until the bar goes. */
type Given = { readonly reason: string; readonly count: number; readonly isKept: boolean }

/** Returns the offer to say of all stops of a changeover that this is what they were (domain.md F-3): a tap for all of them, with a way back; nothing without such stops. */
export function ChangeoverOffer(props: ChangeoverOfferProps) {
  const mayGive = mayEditLosses(useViewer())
  useCome(!mayGive, props.onCome)
  return mayGive ? <Offered {...props} /> : null
}

function Offered({ workCenterId, onCome }: ChangeoverOfferProps) {
  const { t } = useTexts('order')
  const format = useFormat()
  const unsent = useUnsentEdits()
  const variables = useMemo(() => ({ workCenterId }), [workCenterId])
  const [result, askAgain] = useFreshQuery(
    ChangeoverOffersDocument,
    variables,
    { workCenterIds: [workCenterId], kinds: ['loss', 'order'] },
    { everyMs: EVERY_MS },
  )
  const [declined, setDeclined] = useState(declinedHere)
  const [given, setGiven] = useState<Given | null>(null)
  const change = useChange(ClassifyChangeoverDocument, {
    ...KEYED,
    undoOf: ({ updateLosses }) => ({ input: inputOfOffer(updateLosses, null, actingUserId()) }),
  })
  useCome(result.data !== undefined || result.error !== undefined, onCome)
  const offer = offerToShow(result.data?.changeoverOffers ?? [], declined)

  const decline = (one: Offer) => {
    const all = [...declined, keyOfOffer(one)].slice(-MOST_DECLINED)
    sessionStorage.setItem(DECLINED, JSON.stringify(all))
    setDeclined(all)
  }
  const give = async (one: Offer, reason: Offer['reasons'][number]) => {
    setGiven(null)
    const count = one.losses.length
    const keep = async () => {
      const at = unsent.now()
      const said = { reasonId: reason.id, reason: reason.name, type: reason.type }
      const isKept = await unsent.addAll(
        one.losses.map((loss) => decisionEdit({ stop: stopOf(loss), ...said, comment: loss.comment ?? null }, at)),
      )
      if (isKept) {
        decline(one)
        setGiven({ reason: reason.name, count, isKept: true })
      }
      return isKept
    }
    if (unsent.isWaiting() && (await keep())) return
    const { data, problems } = await change.run({ input: inputOfOffer(one.losses, reason.id, actingUserId()) })
    if (data === null && isTransient(problems) && (await keep())) return
    if (data !== null) setGiven({ reason: reason.name, count, isKept: false })
    askAgain()
  }
  const isUndone = change.saved?.isUndone === true
  const [problem] = change.problems
  return (
    <>
      {offer !== null && (
        <div className={classes['waitingOrder']} role="status" data-first>
          <p>
            <b>
              {t('changeoverOffer.title', {
                count: offer.losses.length,
                from: offer.fromJobOrder?.orderCode ?? '',
                to: offer.toJobOrder?.orderCode ?? '',
                time: format.duration(lengthOfStops(offer)),
              })}
            </b>
          </p>
          <div className={classes['acts']}>
            {offer.reasons.map((reason, index) => (
              <button
                key={reason.id}
                type="button"
                data-main={index === 0 || undefined}
                aria-disabled={change.isBusy || undefined}
                onClick={onceTapped(() => {
                  if (!change.isBusy) void give(offer, reason)
                })}
              >
                {reason.name}
              </button>
            ))}
            <button type="button" onClick={onceTapped(() => decline(offer))}>
              {t('changeoverOffer.no')}
            </button>
          </div>
          {problem !== undefined && <Alert>{problemText(t, problem)}</Alert>}
        </div>
      )}
      <UndoBar
        text={
          given === null
            ? ''
            : isUndone
              ? t('changeoverOffer.undone')
              : given.isKept
                ? t('changeoverOffer.kept', { reason: given.reason })
                : t('changeoverOffer.given', { count: given.count, reason: given.reason })
        }
        answer={change.isBusy ? null : given}
        undoLabel={t('undo')}
        closeLabel={t('state.close')}
        onUndo={change.undo === null || given?.isKept === true ? null : () => void change.undo?.().then(askAgain)}
        onClose={() => {
          setGiven(null)
          change.forget()
        }}
      />
    </>
  )
}

/** What was declined on this device since it was opened, the oldest first. */
function declinedHere(): readonly string[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(DECLINED) ?? '[]')
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
}
