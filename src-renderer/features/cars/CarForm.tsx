import { useEffect, useEffectEvent, useRef, useState, type BaseSyntheticEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Car, CarInput } from '../../../contract/cars/cars.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useCommand } from '../../ui/commands.ts'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { CarContactFields } from './CarContactFields.tsx'
import { CarDetailsFields } from './CarDetailsFields.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarMoreFields } from './CarMoreFields.tsx'
import { CarNameFields } from './CarNameFields.tsx'
import { CarPictures } from './CarPictures.tsx'
import { CoverFocus } from './CoverFocus.tsx'
import { CarPreview } from './CarPreview.tsx'
import { CarPriceFields } from './CarPriceFields.tsx'
import { CarVinFields } from './CarVinFields.tsx'
import { carForm, formFields, toCarInput, type CarFormInput } from './car-form.ts'
import { FromVin } from './from-vin.ts'
import { DraftStatus } from './DraftStatus.tsx'
import { ListingChecklist } from './ListingChecklist.tsx'
import { resellPriceNote } from './resell-price-note.ts'
import { useDealerFields } from './use-dealer-fields.ts'
import { useDraftSaving } from './use-draft-saving.ts'
import { usePictures } from './use-pictures.ts'
import { useVin } from './use-vin.ts'
import { useWantedField } from './use-wanted-field.ts'
import type { ServerDraft } from './use-server-draft.ts'
import '../../ui/form/form.css'

interface CarFormProps {
  defaultValues: CarFormInput
  /** What was typed earlier and not saved, in place of what the form starts from. */
  restored?: CarFormInput | undefined
  isNew?: boolean
  /** Addresses of photos that the car has already. */
  images?: readonly string[]
  seller: Pick<Car, 'sellerName' | 'sellerVerified' | 'sellerEmail'>
  submitLabel: string
  /**
   * @param isNext another car is to be added then
   * @returns what the form should say is wrong; null where it was saved, or is dealt with
   */
  onSave: (input: CarInput, isNext: boolean) => Promise<ApiProblem | null>
  /** On the button that saves and goes on with another car. */
  nextLabel?: string
  /** Told what is in the fields at each change. */
  onChange?: (values: CarFormInput) => void
  /** The person left on purpose and lets go of what was typed. */
  onDiscard?: () => void
  /** Above the buttons: a conflict, which compares with what is in the fields now. */
  notice?: (mine: CarFormInput) => ReactNode
  /** Beside the submit button. */
  actions?: ReactNode
  /** Saves at each pause what there is, while the car is not listed. */
  draft?: FormDraft
}

interface FormDraft extends ServerDraft {
  /** Above what a complete listing lacks. */
  checklistTitle: string
  /** The person would rather have what another window has saved. */
  onTakeTheirs: () => void
}

/** A car's form, to add and to edit. Whatever fails, all that was typed and chosen stays. */
export function CarForm(props: CarFormProps) {
  const {
    defaultValues,
    restored,
    isNew = false,
    images = [],
    seller,
    submitLabel,
    onSave,
    onChange,
    notice,
    actions,
    draft,
  } = props
  const form = useSchemaForm(carForm, defaultValues)
  // The first field with an error gets the focus in this order, whichever component registers it.
  useState(() => formFields.forEach((name) => form.register(name)))
  const pictureInput = useRef<HTMLInputElement>(null)
  const pictures = usePictures(images, () => pictureInput.current?.focus())
  const vin = useVin(form)
  const { isDealer, showAll } = useDealerFields()
  const [listedId, setListedId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const savedPrice = String(defaultValues.resellPrice ?? '').trim()
  const [askedPrice, setAskedPrice] = useState<string>()
  const { saveNow } = useDraftSaving({ form, pictures, draft, isBusy })
  const isDraftSaved = draft?.state.kind === 'saved' && draft.state.isWhole
  useLeaveWarning(!isDraftSaved && (form.formState.isDirty || pictures.isChanged), props.onDiscard)

  useEffect(
    () =>
      onChange && form.subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }),
    [form, onChange],
  )

  // After those that save and keep each change, so that this one is among them.
  const restore = useEffectEvent(() => {
    if (restored) form.reset(restored, { keepDefaultValues: true })
  })
  useEffect(() => restore(), [])

  const handleSubmit = form.handleSubmit(async (values, event) => {
    if (isBusy) return
    if (isDoubtful(values.resellPrice)) return askPrice(values.resellPrice)
    setBusy(true)
    const uploaded = await pictures.upload()
    const problem =
      'problem' in uploaded
        ? uploaded.problem
        : await onSave(toCarInput(values, uploaded.urls), isNext(event))
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
    setListedId(problem.code === 'vin-listed' ? String(problem.facts?.carID ?? '') : null)
    const left = showFieldErrors(form, problem, formFields, {
      images: () => jumpTo('images'),
      ...pictures.faults,
    })
    toast.error(left ?? problem.message)
  }

  function jumpTo(field: string) {
    if (field === 'images') pictureInput.current?.focus()
    else form.setFocus(field as keyof CarFormInput)
  }

  useWantedField(jumpTo)

  function keepMine() {
    draft?.keepMine()
    saveNow()
  }

  const photos = (
    <CarFormSection title="Photos" columns={1}>
      <CarPictures pictures={pictures} input={pictureInput} isBusy={isBusy} />
      {pictures.list[0] && <CoverFocus form={form} cover={pictures.list[0]} isBusy={isBusy} />}
    </CarFormSection>
  )
  const prices = (
    <>
      <CarPriceFields form={form} asked={askedPrice} submitLabel={submitLabel} />
      <CarContactFields form={form} sellerEmail={seller.sellerEmail ?? ''} />
    </>
  )

  return (
    <form
      noValidate
      aria-label={submitLabel}
      onSubmit={(event) => void handleSubmit(event)}
      className="flex max-w-[760px] flex-col gap-5 xl:grid xl:max-w-none xl:items-start xl:grid-cols-[minmax(0,760px)_minmax(260px,340px)] xl:gap-x-8"
    >
      <div className="flex min-w-0 flex-col gap-5">
        {!isDealer && photos}
        <CarVinFields form={form} vin={vin} isNew={isNew} isDealer={isDealer} listedId={listedId} />
        {isDealer && photos}
        <FromVin value={vin.says}>
          <CarNameFields form={form} />
          {!isDealer && prices}
          <CarDetailsFields form={form} />
          <CarMoreFields form={form} isDealer={isDealer} onShowAll={showAll} />
        </FromVin>
        {isDealer && prices}
      </div>
      <CarPreview form={form} pictures={pictures.list} seller={seller} />
      {draft && (
        <div className="flex flex-col gap-3 xl:col-start-1">
          <SaveKey onSave={() => (form.formState.isDirty || pictures.isChanged) && saveNow()} />
          <ListingChecklist {...{ form, pictures }} title={draft.checklistTitle} onJump={jumpTo} />
          <DraftStatus state={draft.state} onKeepMine={keepMine} onTakeTheirs={draft.onTakeTheirs} />
        </div>
      )}
      {notice?.(form.getValues())}
      <div className="form-bar xl:col-start-1">
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
        {props.nextLabel && (
          <Button type="submit" variant="secondary" value="next" loading={isBusy} className="max-sm:hidden">
            {props.nextLabel}
          </Button>
        )}
        {actions}
      </div>
    </form>
  )
}

/** The console's key for it saves a draft, and lists nothing. */
function SaveKey({ onSave }: { onSave: () => void }) {
  useCommand('save', onSave)
  return null
}

/** Whether the button that was pressed goes on with another one. */
function isNext(event: BaseSyntheticEvent | undefined): boolean {
  const submit = event?.nativeEvent as SubmitEvent | undefined
  return submit?.submitter?.getAttribute('value') === 'next'
}
