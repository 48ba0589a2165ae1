import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OPEN_PARAM } from '../../../contract/desktop-links.ts'
import type { Report } from '../../../contract/reports.ts'
import { platform } from '../../platform/current.ts'

/** The report that the address names, to be reviewed at once. The console opens it beside its list instead. */
export function useLinkedReport(items: readonly Report[]) {
  const [params, setParams] = useSearchParams()
  const id = platform.density === 'comfortable' ? params.get(OPEN_PARAM) : null
  const found = items.find(({ _id }) => _id === id)

  function forget() {
    if (id !== null) setParams({}, { replace: true })
  }

  return { linked: useMemo(() => (found ? [found] : []), [found]), forget }
}
