import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pagePath } from '../../../contract/pages.ts'
import { api } from '../../api/api.ts'
import { explain, toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { refusalOf, uploadImport } from './upload-import.ts'

export interface Upload {
  /** The file under way, and how much of it has gone, 0 to 1. */
  sending: { name: string; fraction: number } | null
  refusal: string | undefined
  send: (files: readonly File[]) => void
}

/** Sends a file, and leads to what it would do; who has left the page meanwhile finds it in the list. */
export function useUpload(): Upload {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const [sending, setSending] = useState<Upload['sending']>(null)
  const [refusal, setRefusal] = useState<string>()
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
      setRefusal(explain(toProblem(error)))
    }
    isBusy.current = false
    setSending(null)
  }

  function send(files: readonly File[]) {
    const [file] = files
    if (!file || isBusy.current) return
    const fault = refusalOf(files)
    setRefusal(fault)
    if (fault === undefined) void upload(file)
  }

  return { sending, refusal, send }
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
