import type { ReactNode } from 'react'
import { Button } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'

interface EmailLinkCardProps {
  question: { title: string; text: string }
  /** The label of the button. */
  label: string
  isLoading: boolean
  onConfirm: () => void
  /** The outcome that replaces the question, or null before there is one. */
  result: { title: string; text: string; action: ReactNode } | null
}

/** Asks before a link from an email takes effect, because mail scanners open every link. */
export function EmailLinkCard({ question, label, isLoading, onConfirm, result }: EmailLinkCardProps) {
  return (
    <div className="page max-w-[720px]! py-16">
      <Card role="status">
        <EmptyState
          as="h1"
          {...(result ?? {
            ...question,
            action: (
              <Button loading={isLoading} onClick={onConfirm}>
                {label}
              </Button>
            ),
          })}
        />
      </Card>
    </div>
  )
}
