import { CheckCheck } from 'lucide-react'
import type { Message } from '../../../contract/messages.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useReadMessagesMutation } from './messages.api.ts'

interface MarkAllAsReadProps {
  /** The newest that is shown: one that comes while the button is pressed was not seen, and stays unread. */
  newest: Message
}

export function MarkAllAsRead({ newest }: MarkAllAsReadProps) {
  const [readMessages, { isLoading }] = useReadMessagesMutation()

  async function handleClick() {
    const { error } = await readMessages({ body: { newest: newest._id } })
    if (error) toast.error(toProblem(error).message)
  }

  return (
    <Button variant="secondary" loading={isLoading} onClick={() => void handleClick()}>
      <CheckCheck aria-hidden="true" />
      Mark all as read
    </Button>
  )
}
