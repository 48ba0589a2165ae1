import { TextField } from '../../ui/TextField.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'

/** For a car that has no VIN, such as one from before there were any: a listing needs either. With one it is not asked. */
export function NoVinField({ form }: { form: CarFormControls }) {
  const { error } = form.getFieldState('noVinReason', form.formState)
  return (
    <TextField
      label={labels.noVinReason}
      optional
      className="col-span-full"
      placeholder="Such as built before 1981, or a kit car"
      error={error?.message}
      {...form.register('noVinReason')}
    />
  )
}
