import { useParams } from 'react-router-dom'
import { RevertWholeSet } from '../features/changes/RevertWholeSet.tsx'
import { OneImport } from '../features/imports/OneImport.tsx'

/** /dashboard/imports/:id */
export function ImportPage() {
  const { id = '' } = useParams()
  return <OneImport key={id} id={id} revert={(set) => <RevertWholeSet id={set} />} />
}
