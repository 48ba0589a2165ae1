import { ChangeSets } from '../features/changes/ChangeSets.tsx'

export function ChangesPage() {
  return <ChangeSets />
}
