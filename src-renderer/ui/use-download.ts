import { useState } from 'react'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import { platform } from '../platform/current.ts'
import { toast } from './overlays/toast.ts'
import { toSearch } from '../api/base-query.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { toProblem } from '../api/problem.ts'

/** Returns a function that downloads a file from the API and passes it to the host for saving. */
export function useDownload(name: EndpointName, params?: Record<string, unknown>) {
  const [isDownloading, setDownloading] = useState(false)

  /**
   * Downloads a file from the API, and passes it to the host for saving.
   * @param fallback the file name if the response has none
   */
  async function download(fallback: string, query?: Record<string, unknown>): Promise<void> {
    setDownloading(true)
    try {
      const { fileName, contents } = await fetchFile(apiPath(name, params) + toSearch(query))
      platform.saveFile(fileName ?? fallback, contents)
    } catch (error) {
      toast.error(toProblem(error).message)
    }
    setDownloading(false)
  }

  return { download, isDownloading }
}
