import { Skeleton } from '../ui/Skeleton.tsx'

export function WantedCarSkeleton() {
  return <Skeleton className="h-24 rounded-control!" />
}
