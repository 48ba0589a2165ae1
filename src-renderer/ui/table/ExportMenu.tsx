import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import type { ExportedList } from '../../../contract/api/endpoints.ts'
import type { ExportFormat } from '../../../contract/api/list-export.ts'
import { apiPath } from '../../../contract/api/paths.ts'
import { toSearch } from '../../api/base-query.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { toProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { Menu } from '../overlays/Menu.tsx'
import type { ListView } from './list-view.ts'
import { toast } from '../overlays/toast.ts'

interface ExportMenuProps {
  list: ExportedList
  /** Path parameters of the list endpoint, such as the feed whose cars are listed. */
  params?: Record<string, string>
  fileName: string
  query?: Record<string, string | undefined>
  /**
   * The view of a table that sorts and filters the list, for its current sort order and filters.
   */
  view?: ListView<never> | { criteria: string } | undefined
}

/** Exports all results of a list as a file, in their current sort order. */
export function ExportMenu({ list, params, fileName, query, view }: ExportMenuProps) {
  const [isBusy, setBusy] = useState(false)

  async function handleExport(format: ExportFormat) {
    setBusy(true)
    const activeCriteria = view ? (JSON.parse(view.criteria) as object) : {}
    try {
      const queryString = toSearch({ ...query, ...activeCriteria, format })
      const { contents } = await fetchFile(apiPath(list, params) + queryString)
      platform.saveFile(`${fileName}.${format}`, contents)
    } catch (error) {
      toast.error(toProblem(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Menu
      label="Export this list"
      className="button"
      data-variant="secondary"
      data-size="medium"
      aria-busy={isBusy || undefined}
      disabled={isBusy}
      entries={[
        { label: 'CSV', icon: <FileText />, onSelect: () => void handleExport('csv') },
        { label: 'Excel (.xlsx)', icon: <FileSpreadsheet />, onSelect: () => void handleExport('xlsx') },
      ]}
    >
      <Download aria-hidden="true" />
      Export
    </Menu>
  )
}
