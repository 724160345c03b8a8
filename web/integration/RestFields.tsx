import { ORDER_FIELDS, PLACE_FIELDS, REQUIRED_ORDER_FIELDS, REST_AUTHS, REST_PAGINGS } from '#engine/integration/rest/restSettings.ts'
import type { RestRecord } from '#engine/integration/rest/restAnswer.ts'
import { EXTERNAL_STATUSES } from '#engine/integration/externalOrder.ts'
import { DECIMAL_SIGNS } from '#engine/jobOrder/import/importField.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { NumberField } from '#web/ui/form/NumberField.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import classes from './Integrations.module.css'
import { foundBy, type RestForm } from './rest.view.ts'

/** The first record of each list, as it was answered last. */
export type Samples = { readonly ORDERS: RestRecord | null; readonly WORK_CENTERS: RestRecord | null }

type RestFieldsProps = {
  readonly rest: RestForm
  readonly samples: Samples
  readonly isReading: boolean
  readonly errorOf: (field: string) => string | null
  readonly onChange: (next: Partial<RestForm>) => void
  readonly onRead: () => void
}

/** Returns how a REST interface is spoken to, as fields: its lists, its pages, and a path for each value with what it finds in the last answer. */
export function RestFields({ rest, samples, isReading, errorOf, onChange, onRead }: RestFieldsProps) {
  const { t } = useTexts('integration')
  const text = (
    name:
      | 'cursorPath'
      | 'orderUrl'
      | 'outputUrl'
      | 'ordersList'
      | 'ordersUrl'
      | 'pageName'
      | 'placesList'
      | 'placesUrl'
      | 'sinceName'
      | 'sizeName'
      | 'zone',
  ) => (
    <TextField
      name={name}
      label={t(`field.${name}`)}
      value={rest[name]}
      error={errorOf(`rest.${name}`)}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  /** What the path finds; before anything was read, nothing is said of it. */
  const found = (record: RestRecord | null, path: string) => {
    if (record === null) return undefined
    const value = foundBy(record, path)
    return value === '' ? t('map.nothing') : t('map.found', { value })
  }
  const setStatus = (at: number, next: Partial<RestForm['statuses'][number]>) =>
    onChange({ statuses: rest.statuses.map((one, row) => (row === at ? { ...one, ...next } : one)) })
  return (
    <>
      <fieldset className={classes['group']}>
        <legend>{t('rest.lists')}</legend>
        <div className={classes['grid']}>
          {text('placesUrl')}
          {text('placesList')}
          {text('ordersUrl')}
          {text('ordersList')}
          <SelectField
            name="paging"
            label={t('field.paging')}
            value={rest.paging}
            options={REST_PAGINGS.map((value) => ({ value, label: t(`paging.${value}`) }))}
            onChange={(paging) => onChange({ paging: REST_PAGINGS.find((one) => one === paging) ?? 'NONE' })}
          />
          {rest.paging !== 'NONE' && rest.paging !== 'LINK' && text('pageName')}
          {rest.paging === 'PAGE' && (
            <SelectField
              name="firstPage"
              label={t('field.firstPage')}
              value={String(rest.firstPage ?? 1)}
              options={['0', '1'].map((value) => ({ value, label: value }))}
              onChange={(value) => onChange({ firstPage: Number(value) })}
            />
          )}
          {rest.paging !== 'NONE' && text('sizeName')}
          {rest.paging !== 'NONE' && (
            <NumberField
              name="pageSize"
              label={t('field.pageSize')}
              value={rest.pageSize}
              error={errorOf('rest.pageSize')}
              onChange={(pageSize) => onChange({ pageSize })}
            />
          )}
          {rest.paging === 'CURSOR' && text('cursorPath')}
          {text('sinceName')}
        </div>
      </fieldset>
      <fieldset className={classes['group']}>
        <legend>{t('rest.mapping')}</legend>
        <p className={classes['muted']}>{t('map.help')}</p>
        <div>
          <ActionButton isBusy={isReading} onClick={onRead}>
            {t('map.read')}
          </ActionButton>
        </div>
        <h3>{t('can.WORK_CENTERS')}</h3>
        <div className={classes['grid']}>
          {PLACE_FIELDS.map((field) => (
            <TextField
              key={field}
              name={`placePaths.${field}`}
              label={t(`map.place.${field}`)}
              value={rest.placePaths[field]}
              help={found(samples.WORK_CENTERS, rest.placePaths[field])}
              error={errorOf(`rest.placePaths.${field}`)}
              onChange={(path) => onChange({ placePaths: { ...rest.placePaths, [field]: path } })}
            />
          ))}
        </div>
        <h3>{t('can.ORDERS')}</h3>
        <div className={classes['grid']}>
          {ORDER_FIELDS.map((field) => (
            <TextField
              key={field}
              name={`orderPaths.${field}`}
              label={t(`map.order.${field}`)}
              {...(!REQUIRED_ORDER_FIELDS.includes(field) && { optional: t('map.optional') })}
              value={rest.orderPaths[field]}
              help={found(samples.ORDERS, rest.orderPaths[field])}
              error={errorOf(`rest.orderPaths.${field}`)}
              onChange={(path) => onChange({ orderPaths: { ...rest.orderPaths, [field]: path } })}
            />
          ))}
          <SelectField
            name="decimal"
            label={t('field.decimal')}
            value={rest.decimal}
            options={DECIMAL_SIGNS.map((value) => ({ value, label: t(`decimal.${value}`) }))}
            onChange={(decimal) => onChange({ decimal: decimal === 'COMMA' ? 'COMMA' : 'DOT' })}
          />
          {text('zone')}
        </div>
      </fieldset>
      <fieldset className={classes['group']}>
        <legend>{t('rest.statuses')}</legend>
        <p className={classes['muted']}>{t('map.statusHelp')}</p>
        {rest.statuses.map(({ word, meaning }, at) => (
          // A row has no name of its own while it is typed.
          <div key={at} className={classes['pair']}>
            <TextField
              name={`statuses.${at}`}
              label={t('map.word')}
              value={word}
              error={errorOf(`rest.statuses.${at}`)}
              onChange={(next) => setStatus(at, { word: next })}
            />
            <SelectField
              name={`meanings.${at}`}
              label={t('map.meaning')}
              value={meaning}
              options={EXTERNAL_STATUSES.map((value) => ({ value, label: t(`meaning.${value}`) }))}
              onChange={(next) => setStatus(at, { meaning: EXTERNAL_STATUSES.find((one) => one === next) ?? 'ENDED' })}
            />
            <ActionButton onClick={() => onChange({ statuses: rest.statuses.filter((_one, row) => row !== at) })}>
              {t('map.remove')} <span className="hidden-text">{word}</span>
            </ActionButton>
          </div>
        ))}
        <div>
          <ActionButton onClick={() => onChange({ statuses: [...rest.statuses, { word: '', meaning: 'RELEASED' }] })}>
            {t('map.addStatus')}
          </ActionButton>
        </div>
      </fieldset>
      <fieldset className={classes['group']}>
        <legend>{t('can.QUANTITIES')}</legend>
        <div className={classes['grid']}>
          {text('orderUrl')}
          {text('outputUrl')}
        </div>
      </fieldset>
    </>
  )
}

type SignInFieldsProps = Pick<RestFieldsProps, 'errorOf' | 'onChange' | 'rest'>

/** Returns how a REST interface knows who asks, without its secrets. */
export function RestSignIn({ rest, errorOf, onChange }: SignInFieldsProps) {
  const { t } = useTexts('integration')
  return (
    <>
      <SelectField
        name="auth"
        label={t('field.auth')}
        value={rest.auth}
        options={REST_AUTHS.map((value) => ({ value, label: t(`auth.${value}`) }))}
        onChange={(auth) => onChange({ auth: REST_AUTHS.find((one) => one === auth) ?? 'NONE' })}
      />
      {rest.auth === 'API_KEY' && (
        <TextField
          name="keyHeader"
          label={t('field.keyHeader')}
          value={rest.keyHeader}
          error={errorOf('rest.keyHeader')}
          onChange={(keyHeader) => onChange({ keyHeader })}
        />
      )}
      {rest.auth === 'OAUTH2' && (
        <TextField
          name="tokenUrl"
          label={t('field.tokenUrl')}
          value={rest.tokenUrl}
          error={errorOf('rest.tokenUrl')}
          onChange={(tokenUrl) => onChange({ tokenUrl })}
        />
      )}
    </>
  )
}
