import { mayEditCompany } from '#engine/company/mayEditCompany.ts'
import { useFreshQuery } from '#web/api/fresh.ts'
import { AllowAssistantModelDocument, AssistantModelDocument } from '#web/api/generated/graphql.ts'
import { useChange } from '#web/api/useChange.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/base/toast.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { CheckField } from '#web/ui/form/CheckField.tsx'
import { FormSection } from '#web/ui/form/FormLayout.tsx'

const INTEREST = { workCenterIds: null, kinds: ['company'] } as const
const NOTHING = {}

/** Returns whether the assistant may ask the external model of this server, with what leaves then (domain.md HP-3); nothing where there is none. */
export function AssistantModel() {
  const { t } = useTexts('company')
  const mayChange = mayEditCompany(useViewer())
  const [result, ask] = useFreshQuery(AssistantModelDocument, NOTHING, INTEREST)
  const allow = useChange(AllowAssistantModelDocument)
  const model = result.data?.assistantModel
  const host = model?.host
  if (model === undefined || host == null) return null
  const change = async (isAllowed: boolean) => {
    const { problems } = await allow.run({ host: isAllowed ? host : null })
    ask()
    if (problems.length === 0) showToast(t('assistantModel.saved'))
  }
  const [problem] = allow.problems
  return (
    <FormSection title={t('assistantModel.title')} help={t('assistantModel.what')}>
      <CheckField
        name="assistantModel"
        label={t('assistantModel.allow', { host })}
        isChecked={model.isAllowed}
        onChange={(isChecked) => void change(isChecked)}
        isDisabled={!mayChange || allow.isBusy}
      />
      {problem && <Alert>{problemText(t, problem)}</Alert>}
    </FormSection>
  )
}
