import { ExportCars } from '../features/cars/ExportCars.tsx'
import { Imports } from '../features/imports/Imports.tsx'
import { UnprovenNotice } from '../session/UnprovenNotice.tsx'

export function ImportsPage() {
  return (
    <Imports
      actions={<ExportCars />}
      notice={<UnprovenNotice waits="Until then, you can’t import cars." className="mb-5" />}
    />
  )
}
