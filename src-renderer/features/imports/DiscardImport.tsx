import { useNavigate } from 'react-router-dom'
import type { CarImport } from '../../../contract/imports.ts'
import { pages } from '../../../contract/pages.ts'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { toastOutcome } from '../../ui/toast-outcome.ts'
import { useDeleteImportMutation } from './imports.api.ts'

/** Deletes an import that has not finished, after confirmation. */
export function DiscardImport({ job: { _id: id, fileName, changeSetID } }: { job: CarImport }) {
  const [deleteImport] = useDeleteImportMutation()
  const navigate = useNavigate()

  async function handleDiscard() {
    const isWanted = await confirm({
      title: `Discard ${fileName}?`,
      text: `${changeSetID === null ? 'Nothing of it has been imported.' : 'What was imported so far stays.'} To import it later, upload it again.`,
      confirmLabel: 'Discard file',
    })
    if (!isWanted) return
    const isDone = await toastOutcome(deleteImport({ params: { id } }), `${fileName} discarded`)
    if (isDone) void navigate(pages.imports.path)
  }

  return (
    <Button variant="secondary" onClick={() => void handleDiscard()}>
      Discard file
    </Button>
  )
}
