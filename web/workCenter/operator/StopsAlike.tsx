import { useMemo, useState } from 'react'
import { useQuery } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import { StopsAlikeDocument } from '#web/api/generated/graphql.ts'
import type { Choice } from '#web/parts/classify/stops.view.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { lengthsAlike, type OpStop } from './operator.view.ts'
import classes from './ReasonPad.module.css'

type StopsAlikeProps = { readonly stop: OpStop; readonly reason: Choice; readonly onClose: () => void }

/** What people said counts for as long. */
const DAYS = 60

/** Returns the stops like this to which people gave a reason, those with the reason of the tile first: why it stands where it does (domain.md S-33). */
export function StopsAlike({ stop, reason, onClose }: StopsAlikeProps) {
  const { t } = useTexts('operator')
  const format = useFormat()
  const [now] = useState(serverNow)
  const filter = useMemo(() => {
    const { from, to } = lengthsAlike(stop, now)
    return {
      workCenterIds: [stop.workCenterId],
      source: 'STATUS' as const,
      periodFrom: new Date(now - DAYS * DAY_MS).toISOString(),
      periodTo: new Date(stop.shiftStart).toISOString(),
      durationFilterFrom: from,
      ...(to !== null && { durationFilterTo: to }),
      ...(stop.statusRuleId !== null && { statusRuleIds: [stop.statusRuleId] }),
    }
  }, [stop, now])
  const [result] = useQuery({ query: StopsAlikeDocument, variables: { filter } })
  const alike = (result.data?.lossesPages.items ?? []).filter((loss) => loss.reasonSource === 'MANUAL' && loss.kind === stop.kind)
  const isSame = (loss: (typeof alike)[number]) => loss.reason?.id === reason.id
  const sorted = [...alike.filter(isSame), ...alike.filter((loss) => !isSame(loss))]
  return (
    <SidePanel isOpen onClose={onClose} side="right" title={t('alike', { reason: reason.name })} closeLabel={t('state.close')}>
      {result.fetching && <p role="status">{t('state.loading')}</p>}
      <ul className={classes['alike']}>
        {sorted.map((loss) => {
          const [start, end] = [Date.parse(loss.timeStart), loss.timeEnd == null ? null : Date.parse(loss.timeEnd)]
          return (
            <li key={loss.id}>
              <b>{loss.reason?.name}</b>
              <span>
                {format.dateTime(start)} · {end === null ? '' : format.duration(end - start)}
                {loss.updatedBy != null && ` · ${loss.updatedBy.fullName}`}
              </span>
              {loss.comment != null && <q>{loss.comment}</q>}
            </li>
          )
        })}
      </ul>
    </SidePanel>
  )
}
