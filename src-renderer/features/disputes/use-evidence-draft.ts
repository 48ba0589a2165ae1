import { useCallback, useEffect, useState } from 'react'
import type { Dispute, Evidence, EvidenceField } from '../../../contract/disputes.ts'
import { useMe } from '../../session/use-session.ts'
import { clearDraft, readDraft, writeDraft } from '../../ui/form/draft.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { findChangedTexts } from './evidence-edits.ts'

/** Manages the texts of a dispute's evidence. Typed text survives a reload and other admins' changes. */
export function useEvidenceDraft({ _id, evidence }: Dispute) {
  const key = `dispute.${useMe()._id}.${_id}`
  const [typed, setTyped] = useState<Evidence>(() => readDraft<Required<Evidence>>(key))
  const [seenEvidence, setSeenEvidence] = useState(evidence)
  const changes = findChangedTexts(typed, evidence)
  // Typed text that has been saved is replaced by the stored text, which other admins may change.
  if (evidence !== seenEvidence) {
    setSeenEvidence(evidence)
    setTyped(changes)
  }
  const isChanged = Object.keys(changes).length > 0
  const stored = JSON.stringify(changes)

  useEffect(() => {
    if (isChanged) writeDraft(key, JSON.parse(stored) as Evidence)
    else clearDraft(key)
  }, [key, isChanged, stored])
  useLeaveWarning(
    isChanged,
    useCallback(() => clearDraft(key), [key]),
  )

  return {
    changes,
    isChanged,
    textOf: (name: EvidenceField) => typed[name] ?? evidence[name] ?? '',
    setText: (name: EvidenceField, text: string) => setTyped((before) => ({ ...before, [name]: text })),
    discard: () => setTyped({}),
  }
}
