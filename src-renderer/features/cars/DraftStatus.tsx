import type { ReactNode } from 'react'
import { formatTime } from '../../../contract/dates.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import type { DraftState } from './use-server-draft.ts'

interface DraftStatusProps {
  state: DraftState
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Shows how much of the input is saved as a draft. */
export function DraftStatus({ state, onKeepMine, onTakeTheirs }: DraftStatusProps) {
  if (state.kind === 'conflict') {
    return (
      <Notice tone="warning" isAlert title="This draft was saved in another window since">
        <p>Nothing you typed here is lost.</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={onTakeTheirs}>
            Load the other version
          </Button>
          <Button variant="secondary" size="small" onClick={onKeepMine}>
            Keep this one
          </Button>
        </div>
      </Notice>
    )
  }
  return (
    <p role="status" className="text-small text-muted">
      {wordsFor(state)}
    </p>
  )
}

function wordsFor(state: Exclude<DraftState, { kind: 'conflict' }>): ReactNode {
  switch (state.kind) {
    case 'saving':
      return 'Saving draft…'
    case 'saved':
      return `Draft saved ${formatTime(state.at)}${state.isComplete ? '' : ', except for what needs fixing'}`
    case 'unsaved':
      return `${state.why} What you type stays here, and we’ll save it as a draft as soon as we can.`
    case 'gone':
      return 'This draft was listed or deleted in another window. What you type stays here.'
    default:
      return null
  }
}
