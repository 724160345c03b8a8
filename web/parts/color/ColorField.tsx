import { useTexts } from '#web/texts/useTexts.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import { useFormat } from '#web/ui/formatContext.ts'
import classes from './ColorField.module.css'
import { contrastOf, MARK_CONTRAST, MARK_COLORS } from './markColors.ts'

type ColorFieldProps = {
  readonly name: string
  readonly value: string
  readonly onChange: (color: string) => void
  readonly onBlur: () => void
  readonly error: string | null
}

/** Returns the colours that are easy to see everywhere, and a field for any other with how well it is seen (U-11). */
export function ColorField({ name, value, onChange, onBlur, error }: ColorFieldProps) {
  const { t } = useTexts('problem')
  const format = useFormat()
  const contrast = contrastOf(value.trim())
  const least = contrast === null ? null : Math.min(contrast.light, contrast.dark)
  const figures = contrast && { light: format.number(contrast.light, 1), dark: format.number(contrast.dark, 1) }
  return (
    <div className={classes['choice']}>
      <fieldset className={classes['swatches']}>
        <legend>{t('color.title')}</legend>
        <div>
          {MARK_COLORS.map((color, index) => (
            <label key={color} className={classes['swatch']} title={color}>
              <input
                type="radio"
                name={`${name}-swatch`}
                aria-label={t('color.swatch', { number: index + 1, color })}
                checked={value.trim().toUpperCase() === color}
                onChange={() => onChange(color)}
              />
              <svg width={28} height={28} viewBox="0 0 28 28" aria-hidden focusable={false}>
                <circle cx={14} cy={14} r={14} fill={color} />
              </svg>
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        name={name}
        label={t('color.own')}
        value={value}
        maxLength={7}
        onChange={onChange}
        onBlur={onBlur}
        error={error}
        help={
          figures && least !== null ? (
            <span role="status" className={least < MARK_CONTRAST ? classes['weak'] : undefined}>
              {least < MARK_CONTRAST ? t('color.weak', figures) : t('color.good', figures)}
            </span>
          ) : (
            t('color.help')
          )
        }
      />
    </div>
  )
}
