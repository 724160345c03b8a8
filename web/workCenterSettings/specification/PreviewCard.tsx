import { useMemo } from 'react'
import { useQuery } from 'urql'
import { DAY_MS } from '#engine/time/durations.ts'
import {
  ElectricalPreviewDocument,
  SpecificationRulesDocument,
  type ElectricalConstantsInput,
  type StatusKind,
} from '#web/api/generated/graphql.ts'
import { problemsOf } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { statusKey, statusStyle } from '#web/parts/statusStyle.ts'
import { serverNow } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { useSettled } from '#web/ui/useSettled.ts'
import { previewRows } from './specification.view.ts'
import classes from './specification.module.css'

type PreviewCardProps = { readonly workCenterId: number; readonly constants: ElectricalConstantsInput }

/** Returns the last 24 hours under the typed constants: time in each status before and after. */
export function PreviewCard({ workCenterId, constants }: PreviewCardProps) {
  const { t } = useTexts('specification')
  const format = useFormat()
  const asked = useSettled(constants)
  const variables = useMemo(() => ({ workCenterId, constants: asked, period: lastDay() }), [workCenterId, asked])
  const [preview] = useQuery({ query: ElectricalPreviewDocument, variables, requestPolicy: 'network-only' })
  const [known] = useQuery({ query: SpecificationRulesDocument, variables: { workCenterId } })
  const rules = known.data?.workCenter?.statusRules ?? []
  const result = preview.data?.previewElectrical
  const [problem] = problemsOf(preview.error)
  const rows = result === undefined ? [] : previewRows(result.before.statuses, result.after.statuses)
  const isSame = rows.every((row) => Math.round(row.before) === Math.round(row.after))
  return (
    <section className={classes['preview']} aria-label={t('preview.title')} aria-busy={preview.fetching || undefined}>
      <h3>{t('preview.title')}</h3>
      <div role="status">
        {problem !== undefined && <p>{problemText(t, problem)}</p>}
        {problem === undefined && result === undefined && <p>{t('preview.working')}</p>}
        {problem === undefined && result !== undefined && isSame && <p>{t('preview.same')}</p>}
      </div>
      {problem === undefined && rows.length > 0 && !isSame && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('preview.status')}</th>
              <th scope="col">{t('preview.before')}</th>
              <th scope="col">{t('preview.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const rule = rules.find(({ id }) => id === row.statusRuleId)
              const kind = KINDS.find((one) => one === row.kind) ?? 'UNDEFINED'
              const style = statusStyle(
                {
                  kind,
                  isEffective: rule?.isEffective ?? false,
                  isScheduledLoss: rule?.isScheduledLoss ?? false,
                  color: rule?.color ?? null,
                },
                true,
              )
              return (
                <tr key={row.key}>
                  <th scope="row">
                    <StatusIcon style={style} /> {rule?.name ?? t(statusKey(kind))}
                  </th>
                  <td>{format.duration(Math.round(row.before) * 60_000)}</td>
                  <td data-changed={Math.round(row.before) !== Math.round(row.after) || undefined}>
                    {format.duration(Math.round(row.after) * 60_000)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </section>
  )
}

const KINDS: readonly StatusKind[] = ['NO_DATA', 'OFF', 'RULE', 'UNDEFINED']

/** The same object as long as it says the same, so that nothing is asked twice. */
function lastDay(): { readonly start: string; readonly end: string } {
  const end = Math.floor(serverNow() / 60_000) * 60_000
  return { start: new Date(end - DAY_MS).toISOString(), end: new Date(end).toISOString() }
}
