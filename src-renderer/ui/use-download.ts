import { useState } from 'react'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import { platform } from '../platform/current.ts'
import { toast } from './overlays/toast.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { toProblem } from '../api/problem.ts'

/** A call of the API that answers with a file, which the host saves. */
export function useDownload(name: EndpointName, params?: Record<string, unknown>) {
  const [isDownloading, setDownloading] = useState(false)

  /** @param fallback what the file is called where the answer doesn’t say */
  async function download(fallback: string): Promise<void> {
    setDownloading(true)
    try {
      const { fileName, contents } = await fetchFile(apiPath(name, params))
      platform.saveFile(fileName ?? fallback, contents)
    } catch (error) {
      toast.error(toProblem(error).message)
    }
    setDownloading(false)
  }

  return { download, isDownloading }
}
