import { ChangeSets } from '../features/changes/ChangeSets.tsx'
import { UnprovenNotice } from '../session/UnprovenNotice.tsx'

export function ChangesPage() {
  const waits = 'Until then, you can’t revert changes.'
  return <ChangeSets notice={<UnprovenNotice waits={waits} className="mb-5" />} />
}
