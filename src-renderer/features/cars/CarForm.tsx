import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Car, CarInput } from '../../../contract/cars.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { showFaults } from '../../ui/show-faults.ts'
import { toast } from '../../ui/toast.ts'
import { useLeaveWarning } from '../../ui/use-leave-warning.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { CarContactFields } from './CarContactFields.tsx'
import { CarDetailsFields } from './CarDetailsFields.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarNameFields } from './CarNameFields.tsx'
import { CarPictures } from './CarPictures.tsx'
import { CarPreview } from './CarPreview.tsx'
import { CarPriceFields } from './CarPriceFields.tsx'
import { carForm, formFields, toCarInput, type CarFormInput } from './car-form.ts'
import { resellPriceNote } from './resell-price-note.ts'
import { usePictures } from './use-pictures.ts'
import '../../ui/form.css'

interface CarFormProps {
  defaultValues: CarFormInput
  /** Addresses of photos that the car has already. */
  images?: readonly string[]
  seller: Pick<Car, 'sellerName' | 'sellerVerified' | 'sellerEmail'>
  submitLabel: string
  /** @returns what the form should say is wrong; null where it was saved, or is dealt with */
  onSave: (input: CarInput) => Promise<ApiProblem | null>
  /** Told what is in the fields at each change. */
  onChange?: (values: CarFormInput) => void
  /** The person left on purpose and lets go of what was typed. */
  onDiscard?: () => void
  /** Above the buttons: a conflict, which compares with what is in the fields now. */
  notice?: (mine: CarFormInput) => ReactNode
  /** Beside the submit button. */
  actions?: ReactNode
}

/** A car's form, to add and to edit. Whatever fails, all that was typed and chosen stays. */
export function CarForm(props: CarFormProps) {
  const { defaultValues, images = [], seller, submitLabel, onSave, onChange, notice, actions } = props
  const form = useSchemaForm(carForm, defaultValues)
  const pictureInput = useRef<HTMLInputElement>(null)
  const pictures = usePictures(images, () => pictureInput.current?.focus())
  const [isBusy, setBusy] = useState(false)
  const savedPrice = String(defaultValues.resellPrice ?? '').trim()
  const [askedPrice, setAskedPrice] = useState<string>()
  useLeaveWarning(form.formState.isDirty || pictures.isChanged, props.onDiscard)

  useEffect(
    () =>
      onChange && form.subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }),
    [form, onChange],
  )

  const handleSubmit = form.handleSubmit(async (values) => {
    if (isBusy) return
    if (isDoubtful(values.resellPrice)) return askPrice(values.resellPrice)
    setBusy(true)
    const uploaded = await pictures.upload()
    const problem = 'problem' in uploaded ? uploaded.problem : await onSave(toCarInput(values, uploaded.urls))
    // At once: what is disabled meanwhile cannot get the focus.
    flushSync(() => setBusy(false))
    if (problem) showProblem(problem)
  })

  /** What was saved already, or was asked about, is not asked about again. */
  function isDoubtful(price: string): boolean {
    const isKnown = price === '' || price === savedPrice || price === askedPrice
    return !isKnown && resellPriceNote(price) !== undefined
  }

  function askPrice(price: string) {
    setAskedPrice(price)
    form.setFocus('resellPrice')
  }

  function showProblem(problem: ApiProblem) {
    const left = showFaults(form, problem, formFields, pictures.faults)
    toast.error(left ?? problem.message)
  }

  return (
    <form
      noValidate
      aria-label={submitLabel}
      onSubmit={(event) => void handleSubmit(event)}
      className="flex max-w-[760px] flex-col gap-5 xl:grid xl:max-w-none xl:items-start xl:grid-cols-[minmax(0,760px)_minmax(260px,340px)] xl:gap-x-8"
    >
      <div className="flex min-w-0 flex-col gap-5">
        <CarFormSection title="Photos" columns={1}>
          <CarPictures pictures={pictures} input={pictureInput} isBusy={isBusy} />
        </CarFormSection>
        <CarNameFields form={form} />
        <CarDetailsFields form={form} />
        <CarPriceFields form={form} asked={askedPrice} submitLabel={submitLabel} />
        <CarContactFields form={form} sellerEmail={seller.sellerEmail ?? ''} />
      </div>
      <CarPreview form={form} pictures={pictures.list} seller={seller} />
      {notice?.(form.getValues())}
      <div className="form-bar xl:col-start-1">
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  )
}
