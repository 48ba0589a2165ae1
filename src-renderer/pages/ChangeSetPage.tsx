import { useParams } from 'react-router-dom'
import { OneChangeSet } from '../features/changes/OneChangeSet.tsx'
import { UnprovenNotice } from '../session/UnprovenNotice.tsx'

/** /dashboard/changes/:id */
export function ChangeSetPage() {
  const { id = '' } = useParams()
  const waits = 'Until then, you can’t revert changes.'
  return <OneChangeSet key={id} id={id} notice={<UnprovenNotice waits={waits} className="mb-3" />} />
}
