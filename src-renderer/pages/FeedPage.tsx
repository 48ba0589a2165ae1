import { useParams } from 'react-router-dom'
import { OneFeed } from '../features/feeds/OneFeed.tsx'

/** /dashboard/feeds/:id */
export function FeedPage() {
  const { id = '' } = useParams()
  return <OneFeed key={id} id={id} />
}
