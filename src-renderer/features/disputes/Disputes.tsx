import { DISPUTE_PARAM } from '../../../contract/disputes.ts'
import { useSearchParams } from 'react-router-dom'
import { AllDisputes } from './AllDisputes.tsx'
import { OneDispute } from './OneDispute.tsx'

/** Lists disputes, or shows the one that the URL names. */
export function Disputes() {
  const [params] = useSearchParams()
  const id = params.get(DISPUTE_PARAM)
  return id ? <OneDispute key={id} id={id} /> : <AllDisputes />
}
