import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FIELD_PARAM } from '../../../contract/field-param.ts'

/**
 * Moves to the field that the URL names once the form is ready. This happens only once, so the user can move
 * on freely.
 */
export function useWantedField(jumpTo: (field: string) => void): void {
  const wanted = useSearchParams()[0].get(FIELD_PARAM)
  const isDone = useRef(false)
  useEffect(() => {
    if (wanted === null || isDone.current) return
    isDone.current = true
    jumpTo(wanted)
  }, [wanted, jumpTo])
}
