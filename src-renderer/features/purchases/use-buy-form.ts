import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { formatSellingPrice } from '../../../contract/all-in-price.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { pagePath } from '../../../contract/pages.ts'
import { buyForm } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { clearDraft, readDraft, writeDraft } from '../../ui/form/draft.ts'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { purchasesApi } from './purchases.api.ts'

export interface BuyStepProps {
  car: Car
  photo: ReactNode
  buyer: { email: string; fullName: string }
  /** True if the user wants to pay the deposit, not the price. */
  isReserving: boolean
  onClose: () => void
  /** Called if the session has ended. */
  onSignInNeeded: () => void
  onShowList: () => void
  onPay: (purchaseId: string) => void
}

/** The next step after the car is added to the list. */
export type AfterAdding = 'pay' | 'reserve' | 'list'

export type AddingPurchase = ReturnType<typeof purchasesApi.useAddPurchaseMutation>

interface ShownPrice {
  text: string
  minor: number | null
}

/** Manages the buy form, which submits the price that the buyer sees. */
export function useBuyForm(
  { car, buyer, onClose, onSignInNeeded, onShowList, onPay }: BuyStepProps,
  [addPurchase, { isLoading }]: AddingPurchase,
) {
  // Otherwise, another buyer is paying for the car, or its seller may not sell yet.
  const canPay = car.available === 'instock' && !car.sellerUnproven
  const draft = `buy.${buyer.email}.${car._id}`
  const isOnCarPage = useLocation().pathname === pagePath('car', { id: car._id })
  const [price, setPrice] = useState<ShownPrice>({
    text: formatSellingPrice(car.resellPrice, car.allInMinor, car.fees),
    minor: car.allInMinor,
  })
  const [problem, setProblem] = useState<ApiProblem>()
  const [next, setNext] = useState<AfterAdding>('pay')
  const form = useSchemaForm(buyForm, {
    buyerContact: '',
    meetingPlace: '',
    ...readDraft<{ buyerContact: string; meetingPlace: string }>(draft),
  })
  const typed = useWatch({ control: form.control })
  useEffect(() => writeDraft(draft, typed), [draft, typed])
  useLastPhone(buyer.email, (phone) => {
    if (form.getValues('buyerContact') === '') form.setValue('buyerContact', phone)
  })

  function submit(after: AfterAdding) {
    setNext(after)
    return form.handleSubmit(async (values) => {
      if (isLoading) return
      setProblem(undefined)
      const body = { carID: car._id, sellingPrice: price.text, ...values }
      const { data, error } = await addPurchase({ body })
      if (error) return handleProblem(toProblem(error))
      clearDraft(draft)
      onClose()
      if (after === 'list') return toastAdded(data.insertedId)
      if (after === 'pay') toast.success(strings.buy.success)
      onPay(data.insertedId)
    })()
  }

  function toastAdded(purchaseId: string) {
    const pay = { label: strings.payment.payNow, onAction: () => onPay(purchaseId) }
    const list = { label: 'View your list', onAction: onShowList }
    // The car page already offers to pay or, if that is impossible, links to the list.
    if (isOnCarPage) return toast.success(strings.buy.success, canPay ? { action: list } : {})
    toast.success(strings.buy.success, canPay ? { action: pay, otherAction: list } : { action: list })
  }

  function handleProblem(foundProblem: ApiProblem) {
    if (foundProblem.status === 401) return onSignInNeeded()
    if (foundProblem.code === 'price-changed') {
      const { sellingPrice = '', priceMinor = null } = foundProblem.facts ?? {}
      setPrice({ text: String(sellingPrice), minor: priceMinor === null ? null : Number(priceMinor) })
    }
    const formError = showFieldErrors(form, foundProblem, ['buyerContact', 'meetingPlace'])
    setProblem(formError === null ? undefined : { ...foundProblem, message: formError })
  }

  return { form, price, problem, next, canPay, isLoading, submit: (after: AfterAdding) => void submit(after) }
}

/** Passes the newest purchase's phone number to `onKnown` once it is loaded. */
function useLastPhone(email: string, onKnown: (phone: string) => void) {
  const { data: last } = purchasesApi.useFindNewestPurchaseQuery({ query: { email, limit: 1 } })
  const phone = last?.buyerContact
  const handleKnown = useEffectEvent(onKnown)
  useEffect(() => {
    if (phone) handleKnown(phone)
  }, [phone])
}
