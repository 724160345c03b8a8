import { Suspense, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { StationPeopleDocument } from '#web/api/generated/graphql.ts'
import { HOUR_MS } from '#engine/time/durations.ts'
import { useViewer } from '#web/api/viewer.ts'
import { nameActingPerson, useActingPerson } from '#web/base/actingPerson.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { lazyPart } from '#web/base/lazyPart.tsx'
import { PanelError } from '#web/ui/PanelError.tsx'
import classes from './OperatorFrame.module.css'
import type { PinPadProps } from './PinPad.tsx'

const PinPad = lazyPart<PinPadProps>(() => import('./PinPad.tsx').then((loaded) => ({ default: loaded.PinPad })))

/** Returns who works at the station, asked once a shift: what is said on this screen is theirs (domain.md S-37). Nothing for a person's own account. */
export function WhoWorks({ shift }: { readonly shift: WorkedShift | null }) {
  const { id, isStation } = useViewer()
  return isStation ? <Station stationId={id} shift={shift} /> : null
}

/** When the shift begins and ends in which somebody works here. */
export type WorkedShift = { readonly start: number; readonly end: number }

/** A person who may be named here, and what it takes. */
type Choice = { readonly id: string; readonly name: string; readonly isPinAsked: boolean; readonly hasPin: boolean }

type StationProps = { readonly stationId: string; readonly shift: WorkedShift | null }

/** Out of shifts nobody is named for longer. */
const LONGEST_MS = 12 * HOUR_MS

function Station({ stationId, shift }: StationProps) {
  const shiftStart = shift?.start ?? null
  const { t } = useTexts('operator')
  const format = useFormat()
  const person = useActingPerson()
  const [{ data, fetching, error }, ask] = useQuery({ query: StationPeopleDocument, requestPolicy: 'cache-and-network' })
  const people = (data?.stationPeople ?? [])
    .flatMap(({ user, isPinAsked, hasPin }) => (user == null ? [] : [{ id: user.id, name: user.fullName, isPinAsked, hasPin }]))
    .toSorted((left, right) => format.compare(left.name, right.name))
  const [chosen, setChosen] = useState<Choice | null>(null)
  const isOld = person !== null && shiftStart !== null && person.shiftStart !== shiftStart
  const [isAsked, setAsked] = useState(person === null)
  const [askedFor, setAskedFor] = useState(shiftStart)
  // A new shift is asked anew; its people are others.
  if ((isOld || person === null) && askedFor !== shiftStart) {
    setAskedFor(shiftStart)
    setAsked(true)
  }
  // PINs are asked for since the person was named.
  const isUnproven = person !== null && person.isProven !== true && people.some(({ id, isPinAsked }) => id === person.userId && isPinAsked)
  useEffect(() => {
    if (isOld || isUnproven) nameActingPerson(null)
  }, [isOld, isUnproven])
  const close = () => {
    setAsked(false)
    setChosen(null)
  }
  const name = ({ id, name: fullName }: Choice, until: number, isProven: boolean) => {
    nameActingPerson({ stationId, userId: id, name: fullName, shiftStart: shiftStart ?? 0, until, isProven })
    close()
  }
  return (
    <>
      <button type="button" className={classes['who']} aria-haspopup="dialog" onClick={() => setAsked(true)}>
        <Icon name="user" /> {person?.name ?? t('who.nobody')}
      </button>
      <Dialog isOpen={isAsked} onClose={close} title={t('who.title')} closeLabel={t('state.close')} isWide>
        {data !== undefined && people.length === 0 && <p>{t('who.none')}</p>}
        {data === undefined && fetching && <p role="status">{t('state.loading')}</p>}
        {data === undefined && !fetching && error !== undefined && (
          <PanelError title={t('who.unread')} retryLabel={t('state.retry')} onRetry={() => ask({ requestPolicy: 'network-only' })} />
        )}
        {chosen?.hasPin === true && (
          <Suspense>
            <PinPad
              person={chosen}
              shiftEnd={shift?.end ?? null}
              onProven={(until) => name(chosen, until, true)}
              onBack={() => setChosen(null)}
            />
          </Suspense>
        )}
        {chosen?.hasPin !== true && (
          <>
            <p role="status">{chosen !== null && t('who.noPin', { name: chosen.name })}</p>
            <ul className={classes['people']}>
              {people.map((one) => (
                <li key={one.id}>
                  <button
                    type="button"
                    aria-pressed={person?.userId === one.id}
                    onClick={() => {
                      const now = serverNow()
                      if (one.isPinAsked) setChosen(one)
                      else name(one, shift !== null && shift.end > now ? shift.end : now + LONGEST_MS, false)
                    }}
                  >
                    {one.name}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </>
  )
}
