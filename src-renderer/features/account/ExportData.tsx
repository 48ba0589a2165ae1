import { Download } from 'lucide-react'
import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useExportMeMutation } from './account.api.ts'

/** Everything that is stored about oneself, as a file. */
export function ExportData() {
  const [exportMe, { isLoading }] = useExportMeMutation()

  async function handleExport() {
    const { data, error } = await exportMe()
    if (error) return toast.error(toProblem(error).message)
    const contents = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    platform.saveFile('kerblight-my-data.json', contents)
  }

  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">Download everything we store about you as a JSON file.</p>
      <Button variant="secondary" loading={isLoading} onClick={() => void handleExport()}>
        <Download aria-hidden="true" />
        Download my data
      </Button>
    </div>
  )
}
