import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'

interface StateProps {
  onCancel: () => void
}

/** Shows that Stripe is unreachable, with a retry button, in place of an empty card form. */
export function CardFormMissing({ onRetry, onCancel }: StateProps & { onRetry: () => void }) {
  return (
    <Notice tone="danger" isAlert title="The card form didn’t load">
      <p>
        We can’t reach Stripe, our card processor. Check your connection or ad blocker. You weren’t charged.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
        <Button size="small" variant="secondary" onClick={onCancel}>
          Back to your list
        </Button>
      </div>
    </Notice>
  )
}

export function HoldLost({ onHold, onCancel }: StateProps & { onHold: () => void }) {
  return (
    <Notice tone="warning" isAlert title="The car is no longer held for you">
      <p>Your hold expired or was released in another tab. You weren’t charged.</p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={onHold}>
          Hold it again
        </Button>
        <Button size="small" variant="secondary" onClick={onCancel}>
          Back to your list
        </Button>
      </div>
    </Notice>
  )
}
