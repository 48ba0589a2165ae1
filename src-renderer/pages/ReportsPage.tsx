import { Suspense } from 'react'
import { ReportedCar } from '../features/cars/ReportedCar.tsx'
import { Reports } from '../features/reports/Reports.tsx'
import { useMe } from '../session/use-session.ts'
import { createLazyPart } from '../ui/lazy-part.tsx'

const PhotoMatches = createLazyPart(() => import('./PhotoMatches.tsx').then((module) => module.PhotoMatches))

export function ReportsPage() {
  const { isAdmin } = useMe()
  return (
    <Reports renderCar={(carId, isNarrow) => <ReportedCar carId={carId} isNarrow={isNarrow} />}>
      {isAdmin && (
        <Suspense>
          <PhotoMatches />
        </Suspense>
      )}
    </Reports>
  )
}
