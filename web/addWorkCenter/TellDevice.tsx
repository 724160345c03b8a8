import { useState } from 'react'
import type { DeviceLabel } from '#engine/workCenter/deviceLabel.ts'
import { AddWorkCenterDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './AddWorkCenter.module.css'
import { wayOf, WAYS, type AddSearch, type Way } from './addWorkCenter.view.ts'
import { CodePanel } from './CodePanel.tsx'
import { PhotoPanel } from './PhotoPanel.tsx'
import { ScanPanel } from './ScanPanel.tsx'
import { TryPanel, type Tried } from './TryPanel.tsx'

type TellDeviceProps = {
  readonly search: AddSearch
  readonly onWay: (way: Way) => void
  readonly onAdded: (workCenterId: number) => void
  readonly onTried: (made: Tried) => void
}

/** Returns the ways to identify the device to add, and the one without a device. A refusal is shown beside the way it concerns, with advice. */
export function TellDevice({ search, onWay, onAdded, onTried }: TellDeviceProps) {
  const { t } = useTexts('addWorkCenter')
  const format = useFormat()
  const { isBusy, run: claim } = useChange(AddWorkCenterDocument)
  const [refused, setRefused] = useState<ApiProblem | null>(null)
  const [isCoarse] = useState(() => matchMedia('(pointer: coarse)').matches)
  const way = wayOf(search.guid === null && search.code === null ? search.way : 'code', isCoarse)
  const isUnknown = refused?.code === 'DEVICE_NOT_FOUND'

  const add = async ({ guid, code }: DeviceLabel) => {
    setRefused(null)
    const { data, problems } = await claim({ guid, code })
    const [problem] = problems
    if (problem !== undefined) setRefused(problem)
    else if (data !== undefined && data !== null) onAdded(data.addBox.id)
  }
  const sentence = (problem: ApiProblem): string => {
    const { retryAfter } = problem.params
    return problem.code === 'TOO_MANY_REQUESTS' && typeof retryAfter === 'number'
      ? t('refused.tooMany', { duration: format.duration(retryAfter * 1000) })
      : problemText(t, problem)
  }
  if (search.guid !== null)
    return (
      <Scanned guid={search.guid} code={search.code} refused={refused === null ? null : sentence(refused)} isBusy={isBusy} onAdd={add} />
    )
  return (
    <section className={classes['section']}>
      <p>{t('intro')}</p>
      <ChoiceGroup
        label={t('way.legend')}
        isLabelHidden
        value={way}
        choices={WAYS.map((value) => ({ value, label: t(`way.${value}`) }))}
        onChange={(next) => {
          setRefused(null)
          onWay(next)
        }}
      />
      {way !== 'code' && refused !== null && !isUnknown && <Alert className={classes['wrong']}>{sentence(refused)}</Alert>}
      {way !== 'code' && isBusy && <p role="status">{t('adding')}</p>}
      {way === 'scan' && <ScanPanel isRefused={isUnknown} onFound={(label) => void add(label)} onWay={onWay} />}
      {way === 'photo' && <PhotoPanel isRefused={isUnknown} onFound={(label) => void add(label)} onWay={onWay} />}
      {way === 'try' && <TryPanel onMade={onTried} />}
      {way === 'code' && (
        <CodePanel
          code={search.code}
          isBusy={isBusy}
          refused={refused === null ? null : sentence(refused)}
          hint={isUnknown ? t('refused.hint') : null}
          onCode={(code) => void add({ guid: null, code })}
        />
      )}
    </section>
  )
}

type ScannedProps = DeviceLabel & {
  readonly guid: string
  readonly refused: string | null
  readonly isBusy: boolean
  readonly onAdd: (label: DeviceLabel) => Promise<void>
}

/** Another program scanned the label and opened its address; nothing is added before a person says so. */
function Scanned({ guid, code, refused, isBusy, onAdd }: ScannedProps) {
  const { t } = useTexts('addWorkCenter')
  return (
    <section className={classes['panel']}>
      <h2>{code === null ? t('foundLabel') : t('found', { code })}</h2>
      <Alert className={classes['wrong']}>{refused}</Alert>
      <div className={classes['actions']}>
        <ActionButton isMain isBusy={isBusy} onClick={() => void onAdd({ guid, code })}>
          {t('add')}
        </ActionButton>
      </div>
    </section>
  )
}
