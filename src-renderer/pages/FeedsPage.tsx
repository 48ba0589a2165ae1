import { Feeds } from '../features/feeds/Feeds.tsx'

/** /dashboard/feeds */
export function FeedsPage() {
  return <Feeds />
}
