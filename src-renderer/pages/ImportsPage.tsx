import { ExportCars } from '../features/cars/ExportCars.tsx'
import { Imports } from '../features/imports/Imports.tsx'
import { UnconfirmedNotice } from '../session/UnconfirmedNotice.tsx'

export function ImportsPage() {
  return (
    <Imports
      actions={<ExportCars />}
      notice={<UnconfirmedNotice waits="Until then, you can’t import cars." className="mb-5" />}
    />
  )
}
