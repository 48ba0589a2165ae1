import { Bell } from 'lucide-react'
import { Link } from 'react-router-dom'
import { formatNumber } from '../../../contract/number-format.ts'
import { pages } from '../../../contract/pages.ts'
import { useCountUnreadMessagesQuery } from './messages.api.ts'

/** The highest count to show. */
const MAX = 99

/** Links to the notifications and shows how many are unread. Live updates keep the count current. */
export function NotificationBell() {
  const unread = useCountUnreadMessagesQuery().data?.count ?? 0
  const { title, path } = pages.messages

  return (
    <Link
      to={path}
      className="icon-button relative"
      title={title}
      aria-label={unread > 0 ? `${title}, ${formatNumber(unread)} unread` : title}
    >
      <Bell aria-hidden="true" />
      {unread > 0 && (
        <span aria-hidden="true" className="bell-count">
          {unread > MAX ? `${MAX}+` : unread}
        </span>
      )}
    </Link>
  )
}
