import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { fieldLabels, type CarFormControls } from './car-form.ts'
import type { VinLookUp } from './use-vin.ts'
import { formatVinValue } from './compare-with-vin.ts'

/** Shows where the form differs from the VIN's data. Typed values are never changed without asking. */
export function VinDifferences({ form, vin }: { form: CarFormControls; vin: VinLookUp }) {
  return (
    <Notice tone="warning" title="The VIN says something else" className="mt-3">
      <ul className="flex flex-col gap-3">
        {vin.differing.map((field) => {
          const vinValue = formatVinValue(field, vin.says[field])
          const current = formatVinValue(field, form.getValues(field))
          const source = form.getFieldState(field, form.formState).isDirty ? 'you typed' : 'the form says'
          return (
            <li key={field} className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
                {fieldLabels[field]}: the VIN says <strong>{vinValue}</strong>; {source}{' '}
                <strong>{current}</strong>.
              </span>
              <span className="flex flex-wrap gap-2">
                <Button variant="secondary" size="small" onClick={() => vin.take(field)}>
                  Use {vinValue}
                </Button>
                <Button variant="secondary" size="small" onClick={() => vin.keep(field)}>
                  Keep {current}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
