import { useState } from 'react'
import { fetchFile } from '#web/api/file.ts'
import { useSession } from '#web/base/session.ts'
import { problemText } from '#web/texts/problemText.ts'
import { useTexts } from '#web/texts/useTexts.ts'
import { Explained } from '#web/ui/Alert.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'

/** Returns the button that saves the file, or why it cannot be read. */
export function DownloadFile({ path, name }: { readonly path: string; readonly name: string }) {
  const { t } = useTexts('report')
  const session = useSession()
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const id = path.slice(path.lastIndexOf('/') + 1)
    const file = await fetchFile({ id, accessToken: session.accessToken, tenantId: session.tenantId })
    if (!(file instanceof Blob)) return setProblem(problemText(t, file))
    const url = URL.createObjectURL(file)
    Object.assign(document.createElement('a'), { href: url, download: name }).click()
    URL.revokeObjectURL(url)
  }
  return problem === null ? (
    <ActionButton isMain onClick={() => void save()}>
      {t('list.download')}
    </ActionButton>
  ) : (
    <span role="alert">
      <Explained>{problem}</Explained>
    </span>
  )
}
