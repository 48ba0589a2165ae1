interface Checklist {
  id: boolean
  title: boolean
  keys: boolean
  odometer: string
}

const PREFIX = 'kerblight.handover.'
const unchecked: Checklist = { id: false, title: false, keys: false, odometer: '' }

export function readChecklist(purchaseId: string): Checklist {
  try {
    const stored = JSON.parse(localStorage.getItem(PREFIX + purchaseId) ?? '{}') as Partial<Checklist>
    return { ...unchecked, ...stored }
  } catch {
    return unchecked
  }
}

export function writeChecklist(purchaseId: string, checklist: Checklist): void {
  try {
    localStorage.setItem(PREFIX + purchaseId, JSON.stringify(checklist))
  } catch {
    // Storage is blocked or full, but the page itself still holds the answers.
  }
}
