import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type BaseSyntheticEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import type { Car, CarInput } from '../../../contract/cars/cars.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Skeleton } from '../../ui/controls/Skeleton.tsx'
import { useCommand } from '../../ui/commands.ts'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { CarBuyingFields } from './CarBuyingFields.tsx'
import { CarContactFields } from './CarContactFields.tsx'
import { CarDetailsFields } from './CarDetailsFields.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarHistoryFields } from './CarHistoryFields.tsx'
import { CarMoreFields } from './CarMoreFields.tsx'
import { CarNameFields } from './CarNameFields.tsx'
import { CarPhotos } from './CarPhotos.tsx'
import { CoverFocus } from './CoverFocus.tsx'
import { CarPreview } from './CarPreview.tsx'
import { CarPriceFields } from './CarPriceFields.tsx'
import { CarVinFields } from './CarVinFields.tsx'
import { carForm, formFields, toCarInput, type CarFormInput } from './car-form.ts'
import { VinValuesContext } from './vin-hints.ts'
import { DraftStatus } from './DraftStatus.tsx'
import { ListingChecklist } from './ListingChecklist.tsx'
import { getResellPriceNote } from './resell-price-note.ts'
import { useDealerFields } from './use-dealer-fields.ts'
import { useDraftSaving } from './use-draft-saving.ts'
import { usePhotos, type StoredPhotos } from './use-photos.ts'
import { useVin } from './use-vin.ts'
import { useRequestedField } from './use-requested-field.ts'
import type { ServerDraft } from './use-server-draft.ts'
import '../../ui/form/form.css'

const MarksField = createLazyPart(() => import('./MarksField.tsx').then((module) => module.MarksField))
const NO_PHOTOS: StoredPhotos = { images: [] }

interface CarFormProps {
  defaultValues: CarFormInput
  /** Unsaved input from earlier, which replaces the initial values. */
  restored?: CarFormInput | undefined
  /** The car that is edited, unless it is new. */
  carId?: string
  isNew?: boolean
  /** True if the user has just added another car with the same form. */
  isNext?: boolean
  /** The photos that the car already has. */
  photos?: StoredPhotos
  seller: Pick<Car, 'sellerID' | 'sellerName' | 'sellerVerified' | 'sellerEmail' | 'fees'>
  submitLabel: string
  /**
   * Saves the car.
   * @param isNext true if the user wants to add another car afterward
   * @returns the problem to show in the form, or null if the car was saved or the problem was handled
   */
  onSave: (input: CarInput, isNext: boolean) => Promise<ApiProblem | null>
  /** The label of the button that saves and continues with another car. */
  nextLabel?: string
  onChange?: (values: CarFormInput) => void
  /** Called when the user deliberately leaves and discards the unsaved input. */
  onDiscard?: () => void
  /** Content above the buttons, such as a notice that compares the current values with a stored version. */
  notice?: (mine: CarFormInput) => ReactNode
  actions?: ReactNode
  /** The draft that receives the current input whenever the user pauses, until the car is listed. */
  draft?: FormDraft
}

interface FormDraft extends ServerDraft {
  checklistTitle: string
  /** Called when the user chooses the version saved in another window. */
  onTakeTheirs: () => void
}

/** Shows the form to add or edit a car. Errors never discard input or choices. */
export function CarForm(props: CarFormProps) {
  const {
    defaultValues,
    restored,
    carId,
    isNew = false,
    isNext = false,
    photos: storedPhotos = NO_PHOTOS,
    seller,
    submitLabel,
    onSave,
    onChange,
    notice,
    actions,
    draft,
  } = props
  const form = useSchemaForm(carForm, defaultValues)
  // The registration order, not the render order, decides which invalid field gets the focus first.
  useState(() => formFields.forEach((name) => form.register(name)))
  const photoInput = useRef<HTMLInputElement>(null)
  const formPhotos = usePhotos(storedPhotos, () => photoInput.current?.focus())
  const vin = useVin(form)
  const { isDealer, showAll } = useDealerFields()
  const [listedId, setListedId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const savedPrice = String(defaultValues.resellPrice ?? '').trim()
  const [questionedPrice, setQuestionedPrice] = useState<string>()
  const { saveNow } = useDraftSaving({ form, formPhotos, draft, isBusy })
  const isDraftSaved = draft?.state.kind === 'saved' && draft.state.isComplete
  useLeaveWarning(!isDraftSaved && (form.formState.isDirty || formPhotos.isChanged), props.onDiscard)

  useEffect(
    () =>
      onChange && form.subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }),
    [form, onChange],
  )

  // Runs after the effects that save and store each change, so those effects see the restored values.
  const restore = useEffectEvent(() => {
    if (restored) form.reset(restored, { keepDefaultValues: true })
  })
  useEffect(() => restore(), [])

  const handleSubmit = form.handleSubmit(async (values, event) => {
    if (isBusy) return
    if (isDoubtful(values.resellPrice)) return questionPrice(values.resellPrice)
    setBusy(true)
    const uploaded = await formPhotos.upload()
    const problem =
      'problem' in uploaded
        ? uploaded.problem
        : await onSave(toCarInput(values, uploaded.photos), wantsNext(event))
    // Synchronous, because a disabled field can't receive the focus.
    flushSync(() => setBusy(false))
    if (problem) showProblem(problem)
  })

  /** Reports whether the price needs confirmation. Prices that were already saved or questioned don't. */
  function isDoubtful(price: string): boolean {
    const isKnown = price === '' || price === savedPrice || price === questionedPrice
    return !isKnown && getResellPriceNote(price) !== undefined
  }

  function questionPrice(price: string) {
    setQuestionedPrice(price)
    form.setFocus('resellPrice')
  }

  function showProblem(problem: ApiProblem) {
    setListedId(problem.code === 'vin-listed' ? String(problem.facts?.carID ?? '') : null)
    const left = showFieldErrors(form, problem, formFields, {
      images: () => jumpTo('images'),
      ...formPhotos.errorHandlers,
    })
    toast.error(left ?? problem.message)
  }

  function jumpTo(field: string) {
    if (field === 'images') photoInput.current?.focus()
    else form.setFocus(field as keyof CarFormInput)
  }

  useRequestedField(jumpTo)

  // A dealer's form always starts at the VIN. Only other forms move the focus to the photos.
  const startNext = useEffectEvent(() => {
    if (isNext && !isDealer) jumpTo('images')
  })
  useEffect(() => startNext(), [])

  function keepMine() {
    draft?.keepMine()
    saveNow()
  }

  const photos = (
    <CarFormSection title="Photos" columns={1}>
      <CarPhotos {...{ form, formPhotos, isBusy }} input={photoInput} />
      {formPhotos.list[0] && <CoverFocus form={form} cover={formPhotos.list[0]} isBusy={isBusy} />}
    </CarFormSection>
  )
  const prices = (
    <>
      <CarPriceFields {...{ form, carId, questionedPrice, submitLabel, seller }} />
      <CarBuyingFields form={form} />
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
        <VinValuesContext value={vin.says}>
          <CarNameFields form={form} />
          {!isDealer && prices}
          <CarHistoryFields form={form} />
          <CarFormSection title="Marks and damage" columns={1}>
            <Suspense fallback={<Skeleton className="h-72 w-full" />}>
              <MarksField form={form} photos={formPhotos.list.flatMap(({ url }) => url ?? [])} />
            </Suspense>
          </CarFormSection>
          <CarDetailsFields form={form} />
          <CarMoreFields form={form} isDealer={isDealer} onShowAll={showAll} />
        </VinValuesContext>
        {isDealer && prices}
      </div>
      <CarPreview form={form} formPhotos={formPhotos.list} seller={seller} />
      {draft && (
        <div className="flex flex-col gap-3 xl:col-start-1">
          <SaveKey onSave={() => (form.formState.isDirty || formPhotos.isChanged) && saveNow()} />
          <ListingChecklist {...{ form, formPhotos }} title={draft.checklistTitle} onJump={jumpTo} />
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

/** Binds the console's save key to saving the draft without listing the car. */
function SaveKey({ onSave }: { onSave: () => void }) {
  useCommand('save', onSave)
  return null
}

/** Reports whether the pressed button continues with another car. */
function wantsNext(event: BaseSyntheticEvent | undefined): boolean {
  const submit = event?.nativeEvent as SubmitEvent | undefined
  return submit?.submitter?.getAttribute('value') === 'next'
}
