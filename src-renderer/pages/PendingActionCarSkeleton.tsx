import { Skeleton } from '../ui/controls/Skeleton.tsx'

export function PendingActionCarSkeleton() {
  return <Skeleton className="h-24 rounded-control!" />
}
