import { Link } from '@tanstack/react-router'
import type { ApiProblem } from '#web/api/problems.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import classes from './source.module.css'

const CONSTANTS = ['nominalPower', 'voltage', 'cosPhi', 'transformationRationCode'] as const

type SourceRefusalProps = { readonly problem: ApiProblem; readonly deviceId: string }

/** Returns why the source cannot change, with a link to the missing constant. */
export function SourceRefusal({ problem, deviceId }: SourceRefusalProps) {
  const { t } = useTexts('statuses')
  const constant = problem.code === 'CONVERSION_CONSTANT_REQUIRED' ? CONSTANTS.find((one) => one === problem.field) : undefined
  return (
    <div role="alert" className={classes['refusal']}>
      <p>
        <Explained>
          {constant === undefined ? problemText(t, problem) : t('wizard.missing', { constant: t(`wizard.constant.${constant}`) })}
        </Explained>
      </p>
      {constant !== undefined && (
        <Link to="/boxes/$deviceId/settings" params={{ deviceId }} search={{ tab: 'specification' }}>
          {t('wizard.toSpecification')}
        </Link>
      )}
    </div>
  )
}
