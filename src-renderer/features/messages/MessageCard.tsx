import type { Message } from '../../../contract/messages.ts'
import { toProblem } from '../../api/problem.ts'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/controls/Card.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useReadMessageMutation } from './messages.api.ts'

export function MessageCard({ message }: { message: Message }) {
  const { _id, subject, body, link, createdAt, read } = message
  const [readMessage, { isLoading }] = useReadMessageMutation()

  async function markAsRead() {
    if (read) return
    const { error } = await readMessage({ params: { id: _id } })
    if (error) toast.error(toProblem(error).message)
  }

  return (
    <Card className="flex flex-col gap-2 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="flex min-w-0 items-baseline gap-2.5 text-body font-bold">
          {!read && (
            <span className="unread-dot">
              <span className="sr-only">Unread: </span>
            </span>
          )}
          <span className="min-w-0 wrap-anywhere">{subject}</span>
        </h2>
        <span className="ml-auto text-tiny text-subtle">
          <DateText at={createdAt} hasTime />
        </span>
      </div>
      {body !== subject && <p className="whitespace-pre-line wrap-anywhere text-muted">{body}</p>}
      <div className="mt-1 flex flex-wrap gap-2">
        {link && (
          <LinkButton
            variant="secondary"
            size="small"
            to={link}
            aria-label={`Open: ${subject}`}
            onClick={() => void markAsRead()}
          >
            Open
          </LinkButton>
        )}
        {!read && (
          <Button
            variant="ghost"
            size="small"
            loading={isLoading}
            aria-label={`Mark as read: ${subject}`}
            onClick={() => void markAsRead()}
          >
            Mark as read
          </Button>
        )}
      </div>
    </Card>
  )
}
