import { Skeleton } from '../ui/controls/Skeleton.tsx'

export function WantedCarSkeleton() {
  return <Skeleton className="h-24 rounded-control!" />
}
