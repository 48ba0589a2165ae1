import { Messages } from '../features/messages/Messages.tsx'

export function MessagesPage() {
  return <Messages />
}
