import type { CarChange } from '../../../contract/cars/car-changes.ts'
import { formatChangeValue } from '../../../contract/cars/change-values.ts'
import { describeMarkChange, readStatedMarks } from '../../../contract/cars/marks.ts'
import { getFieldLabel } from '../../../contract/cars/change-labels.ts'
import { useMileageUnit } from '../../ui/mileage-unit.ts'
import { TextChange } from '../../ui/controls/TextChange.tsx'
import type { UnitChange } from './mileage-units.ts'
import { PhotoChange } from './PhotoChange.tsx'

interface FieldChangeProps {
  change: Pick<CarChange, 'field' | 'before' | 'after'>
  units: UnitChange
}

export function FieldChange({ change: { field, before, after }, units }: FieldChangeProps) {
  const shown = useMileageUnit()
  const text = (when: 'before' | 'after', value: CarChange['before']) =>
    formatChangeValue(field, value, { unit: units[when], shown })
  return (
    <div className="flex gap-x-3 max-sm:flex-col max-sm:gap-0">
      <dt className="flex-none text-muted sm:w-28">{getFieldLabel(field)}</dt>
      <dd className="min-w-0 flex-1">
        {Array.isArray(before) || Array.isArray(after) ? (
          <PhotoChange before={toPhotoList(before)} after={toPhotoList(after)} />
        ) : field === 'marks' ? (
          describeMarkChange(readStatedMarks(before), readStatedMarks(after))
        ) : (
          <TextChange
            label={getFieldLabel(field)}
            before={text('before', before)}
            after={text('after', after)}
          />
        )}
      </dd>
    </div>
  )
}

function toPhotoList(value: CarChange['before']): readonly string[] {
  return Array.isArray(value) ? value : []
}
