import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FIELD_PARAM } from '../../../contract/field-param.ts'

/**
 * Moves to the field named in the URL once the form is ready. This happens only once, so the user can move
 * on.
 */
export function useRequestedField(jumpTo: (field: string) => void): void {
  const requestedField = useSearchParams()[0].get(FIELD_PARAM)
  const isDone = useRef(false)
  useEffect(() => {
    if (requestedField === null || isDone.current) return
    isDone.current = true
    jumpTo(requestedField)
  }, [requestedField, jumpTo])
}
