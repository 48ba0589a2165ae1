import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { carName } from '../../../contract/car-name.ts'
import type { Car } from '../../../contract/cars.ts'
import { whyNotPayable } from '../../../contract/money.ts'
import { buyForm } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { clearDraft, readDraft, writeDraft } from '../../ui/draft.ts'
import { Notice } from '../../ui/Notice.tsx'
import { priceLabel } from '../../ui/Price.tsx'
import { showFaults } from '../../ui/show-faults.ts'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { purchasesApi } from './purchases.api.ts'

export interface Buyer {
  email: string
  fullName: string
}

interface BuyDialogProps {
  car: Car | undefined
  buyer: Buyer
  isOpen: boolean
  onClose: () => void
  /** The session ended meanwhile. */
  onSignInNeeded: () => void
  /** Goes to the purchase list. */
  onShowList: () => void
}

/** 'Buy': puts a car on the purchase list. What is typed outlives closing, reloading and signing in again. */
export function BuyDialog({ car, isOpen, onClose, ...rest }: BuyDialogProps) {
  return (
    <Dialog
      isOpen={isOpen && car !== undefined}
      onClose={onClose}
      title={car ? `Buy ${carName(car)}` : 'Buy'}
      description="It goes onto your purchase list. You pay later, and the seller learns your number then."
    >
      {car && <BuyForm key={car._id} car={car} onClose={onClose} {...rest} />}
    </Dialog>
  )
}

interface BuyFormProps extends Omit<BuyDialogProps, 'car' | 'isOpen'> {
  car: Car
}

interface ShownPrice {
  text: string
  minor: number | null
}

function BuyForm({ car, buyer, onClose, onSignInNeeded, onShowList }: BuyFormProps) {
  const draft = `buy.${buyer.email}.${car._id}`
  const [price, setPrice] = useState<ShownPrice>({ text: car.resellPrice, minor: car.priceMinor })
  const [problem, setProblem] = useState<ApiProblem>()
  const [addPurchase, { isLoading }] = purchasesApi.useAddPurchaseMutation()
  const form = useSchemaForm(buyForm, {
    buyerContact: '',
    meetingPlace: '',
    ...readDraft<{ buyerContact: string; meetingPlace: string }>(draft),
  })
  const { errors } = form.formState
  const typed = useWatch({ control: form.control })
  useEffect(() => writeDraft(draft, typed), [draft, typed])

  const handleSubmit = form.handleSubmit(async (values) => {
    if (isLoading) return
    setProblem(undefined)
    try {
      await addPurchase({ body: { carID: car._id, sellingPrice: price.text, ...values } }).unwrap()
    } catch (error) {
      return handleProblem(toProblem(error))
    }
    form.reset({ buyerContact: '', meetingPlace: '' })
    clearDraft(draft)
    onClose()
    toast.success(strings.buy.success, { action: { label: 'Open my list', onAction: onShowList } })
  })

  function handleProblem(next: ApiProblem) {
    if (next.status === 401) return onSignInNeeded()
    if (next.code === 'price-changed') {
      const { sellingPrice = '', priceMinor = null } = next.facts ?? {}
      setPrice({ text: String(sellingPrice), minor: priceMinor === null ? null : Number(priceMinor) })
    }
    const left = showFaults(form, next, ['buyerContact', 'meetingPlace'])
    setProblem(left === null ? undefined : { ...next, message: left })
  }

  const hasNewPrice = problem?.code === 'price-changed'
  const refusal = whyNotPayable(price.minor)
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Email" value={buyer.email} readOnly />
        <TextField label="Name" value={buyer.fullName} readOnly />
        <TextField label="Model" value={car.modelName} readOnly />
        <TextField label="Price" value={priceLabel(price.minor, price.text)} readOnly />
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          error={errors.buyerContact?.message}
          {...form.register('buyerContact')}
        />
        <TextField
          label="Meeting place"
          hint="Where you would like to see the car"
          error={errors.meetingPlace?.message}
          {...form.register('meetingPlace')}
        />
      </div>
      {problem && (
        <Notice tone={hasNewPrice ? 'warning' : 'danger'} isAlert className="mt-4">
          {problem.message}
          {hasNewPrice && ` It is ${priceLabel(price.minor, price.text)} today; nothing was added yet.`}
        </Notice>
      )}
      {refusal && !problem && (
        <Notice tone="warning" className="mt-4">
          {refusal} Ask the seller.
        </Notice>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isLoading} disabled={refusal !== null}>
          {hasNewPrice ? `Accept ${priceLabel(price.minor, price.text)}` : 'Add to purchase list'}
        </Button>
      </DialogActions>
    </form>
  )
}
