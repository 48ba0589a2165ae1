import { carName } from '../../contract/car-name.ts'
import type { ResumePoint } from '../app/session/resume-point.ts'
import { carsApi } from '../features/cars/cars.api.ts'

/** The words of the way back to a car; undefined without one, where the car is gone, and until it is known. */
export function useResumeLabel(point: ResumePoint | null): string | undefined {
  const { currentData: car } = carsApi.useGetCarQuery(
    { params: { id: point?.carId ?? '' } },
    { skip: point === null },
  )
  return point && car ? `Continue with your ${carName({ ...car, year: null })}` : undefined
}
