import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { FILE_TOO_LARGE, importLimits } from '../../../contract/import-limits.ts'
import { pagePath } from '../../../contract/pages.ts'
import { apiPath } from '../../../contract/api/paths.ts'
import { api } from '../../api/api.ts'
import { formatProblem, toProblem, offlineProblem, ProblemFailure, readProblem } from '../../api/problem.ts'
import { platform } from '../../platform/current.ts'
import { useAppDispatch } from '../../session/store.ts'

export interface Upload {
  /** The file in progress and the fraction sent, from 0 to 1. */
  sending: { name: string; fraction: number } | null
  rejection: string | undefined
  send: (files: readonly File[]) => void
}

/**
 * Uploads a file and opens the import's preview. If the user has left the page, the import is still in the
 * list.
 */
export function useUpload(): Upload {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const [sending, setSending] = useState<Upload['sending']>(null)
  const [rejection, setRejection] = useState<string>()
  const isBusy = useRef(false)
  const isHere = useIsHere()

  async function upload(file: File) {
    isBusy.current = true
    setSending({ name: file.name, fraction: 0 })
    try {
      const id = await uploadImport(file, (fraction) => setSending({ name: file.name, fraction }))
      dispatch(api.util.invalidateTags(['Import']))
      if (isHere.current) void navigate(pagePath('carImport', { id }))
    } catch (error) {
      setRejection(formatProblem(toProblem(error)))
    }
    isBusy.current = false
    setSending(null)
  }

  function send(files: readonly File[]) {
    const [file] = files
    if (!file || isBusy.current) return
    const reason = findUploadRejection(files)
    setRejection(reason)
    if (reason === undefined) void upload(file)
  }

  return { sending, rejection, send }
}

function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

/** Returns why files are rejected before the upload, or undefined if they are acceptable. */
function findUploadRejection(files: readonly File[]): string | undefined {
  const [file, ...more] = files
  if (!file) return undefined
  if (more.length > 0) return 'Choose one file at a time.'
  if (file.size === 0) return `${file.name} is empty. Choose another file.`
  if (file.size <= importLimits.bytes) return undefined
  return `${file.name} is too large. ${FILE_TOO_LARGE}`
}

/**
 * Uploads a file of cars.
 * @param onProgress receives the fraction sent, from 0 to 1
 * @returns the import's ID
 * @throws ProblemFailure
 */
async function uploadImport(file: File, onProgress: (fraction: number) => void): Promise<string> {
  const form = new FormData()
  form.set('file', file)
  const address = platform.address(apiPath('addImport'))
  const response = await platform.upload(address, form, onProgress).catch(() => {
    throw new ProblemFailure(offlineProblem)
  })
  if (!response.ok) throw new ProblemFailure(await readProblem(response))
  return ((await response.json()) as EndpointOutput<'addImport'>)._id
}
