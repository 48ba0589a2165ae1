import { useParams } from 'react-router-dom'
import { OneChangeSet } from '../features/changes/OneChangeSet.tsx'

/** /dashboard/changes/:id */
export function ChangeSetPage() {
  const { id = '' } = useParams()
  return <OneChangeSet key={id} id={id} />
}
