import { useSyncExternalStore, type ReactNode } from 'react'
import { EFFICIENCY_BANDS } from '#engine/oee/band.ts'
import { useLiveStore } from '#web/api/live.ts'
import { BandIcon } from '#web/parts/BandIcon.tsx'
import { useTexts } from '#web/texts/useTexts.ts'
import { StatusIcon } from '#web/parts/StatusIcon.tsx'
import { STATUS_STYLES } from '#web/parts/statusStyle.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ChoiceGroup } from '#web/ui/ChoiceGroup.tsx'
import { onSecond } from '#web/ui/clock.ts'
import { useFormat } from '#web/ui/formatContext.ts'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { facetCounts } from '../list/facets.view.ts'
import type { ListedCard } from '../list/listedCard.ts'
import { COLORS, type ListSearch, SORTS, toggled, WORKS } from '../list/listSearch.view.ts'
import { countStyles, matcherOf } from '../list/workCenters.view.ts'
import { groupChoices, modelChoices } from './filterChoices.view.ts'
import classes from './FiltersPanel.module.css'

type FiltersPanelProps = {
  readonly isOpen: boolean
  readonly workCenters: readonly ListedCard[]
  readonly search: ListSearch
  readonly onChange: (next: Partial<ListSearch>) => void
  readonly onClear: () => void
  readonly onClose: () => void
}

/** Returns the panel with every filter of the list; beside each choice stands how many work centers it holds. */
export default function FiltersPanel({ isOpen, workCenters, search, onChange, onClear, onClose }: FiltersPanelProps) {
  const { t } = useTexts('list')
  const store = useLiveStore()
  const format = useFormat()
  useSyncExternalStore(onSecond, store.version)
  const live = store.all()
  const counts = facetCounts(workCenters, search, live)
  const styles = countStyles(workCenters, live)
  const isWanted = matcherOf(search)
  const shownCount = workCenters.filter((one) => isWanted(one, live.get(one.id))).length
  const groups = groupChoices(workCenters).toSorted((left, right) => format.compare(left.name, right.name))
  const models = modelChoices(workCenters, search.model).toSorted(format.compare)
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} side="right" title={t('boxes.filters')} closeLabel={t('state.close')}>
      <div className={classes['phone']}>
        <SelectField
          label={t('boxes.sort')}
          name="sort"
          value={search.sort}
          options={SORTS.map((sort) => ({ value: sort, label: t(`boxes.sorts.${sort}`) }))}
          onChange={(value) => onChange({ sort: SORTS.find((sort) => sort === value) ?? 'default' })}
        />
        <ChoiceGroup
          label={t('boxes.color')}
          value={search.color}
          choices={COLORS.map((color) => ({ value: color, label: t(`boxes.colors.${color}`) }))}
          onChange={(color) => onChange({ color })}
        />
      </div>
      <Facet title={t('timeline.status')}>
        {STATUS_STYLES.filter((style) => styles[style] > 0 || search.status.includes(style)).map((style) => (
          <Choice
            key={style}
            count={styles[style]}
            isChosen={search.status.includes(style)}
            onChange={() => onChange({ status: toggled(search.status, style) })}
          >
            <span className={classes['mark']} style={{ color: style === 'noData' ? 'var(--muted)' : `var(--status-${style})` }}>
              <StatusIcon style={style} size={14} />
            </span>{' '}
            {t(`styles.${style}`)}
          </Choice>
        ))}
        <Choice count={counts.needsReason} isChosen={search.needsReason} onChange={() => onChange({ needsReason: !search.needsReason })}>
          {t('filters.needsReason')}
        </Choice>
      </Facet>
      <Facet title={t('filters.work')} help={t('filters.workHelp')}>
        {WORKS.map((work) => (
          <Choice
            key={work}
            count={counts.work[work]}
            isChosen={search.work.includes(work)}
            onChange={() => onChange({ work: toggled(search.work, work) })}
          >
            {t(`filters.works.${work}`)}
          </Choice>
        ))}
      </Facet>
      <Facet title={t('filters.efficiency')}>
        {EFFICIENCY_BANDS.toReversed().map((band) => (
          <Choice
            key={band}
            count={counts.band[band]}
            isChosen={search.band.includes(band)}
            onChange={() => onChange({ band: toggled(search.band, band) })}
          >
            <BandIcon band={band} /> {t(`band.${band}`)}
          </Choice>
        ))}
      </Facet>
      {groups.length > 0 && (
        <Facet title={t('filters.group')}>
          {groups.map(({ key, name, color }) => (
            <Choice
              key={key}
              count={counts.group.get(key) ?? 0}
              isChosen={search.group.includes(key)}
              onChange={() => onChange({ group: toggled(search.group, key) })}
            >
              <span className={classes['color']} style={{ background: color }} /> {name}
            </Choice>
          ))}
          <Choice
            count={counts.group.get('none') ?? 0}
            isChosen={search.group.includes('none')}
            onChange={() => onChange({ group: toggled(search.group, 'none') })}
          >
            {t('boxes.noGroup')}
          </Choice>
        </Facet>
      )}
      {models.length > 0 && (
        <Facet title={t('filters.model')}>
          {models.map((model) => (
            <Choice
              key={model}
              count={counts.model.get(model) ?? 0}
              isChosen={search.model.includes(model)}
              onChange={() => onChange({ model: toggled(search.model, model) })}
            >
              {model}
            </Choice>
          ))}
        </Facet>
      )}
      <div className={classes['end']}>
        <ActionButton onClick={onClear}>{t('boxes.clearFilters')}</ActionButton>
        <ActionButton isMain onClick={onClose}>
          {t('filters.show', { count: shownCount })}
        </ActionButton>
      </div>
    </SidePanel>
  )
}

type FacetProps = { readonly title: string; readonly help?: string; readonly children: ReactNode }

function Facet({ title, help, children }: FacetProps) {
  return (
    <fieldset className={classes['facet']}>
      <legend>{title}</legend>
      {help !== undefined && <p className={classes['help']}>{help}</p>}
      {children}
    </fieldset>
  )
}

type ChoiceProps = { readonly count: number; readonly isChosen: boolean; readonly onChange: () => void; readonly children: ReactNode }

function Choice({ count, isChosen, onChange, children }: ChoiceProps) {
  return (
    <label className={classes['choice']} data-none={count === 0 || undefined}>
      <input type="checkbox" checked={isChosen} onChange={onChange} />
      <span className={classes['name']}>{children}</span>
      <span className={classes['count']}>{count}</span>
    </label>
  )
}
