import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import type { Car } from '../../../contract/cars/cars.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import { suggestPrice } from '../../../contract/cars/suggest-price.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { useShareText } from '../payouts/payouts.api.ts'
import { CarFormSection } from './CarFormSection.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'
import { getResellPriceNote } from './resell-price-note.ts'

const PriceGuide = createLazyPart(
  () => import('./PriceGuide.tsx').then((module) => module.PriceGuide),
  'nothing',
)

interface CarPriceFieldsProps {
  form: CarFormControls
  /** The saved car, whose price is compared with those of similar cars. */
  carId: string | undefined
  /** The price that the user was asked to confirm. Submitting it again saves it unchanged. */
  questionedPrice: string | undefined
  submitLabel: string
  seller: Pick<Car, 'sellerID' | 'fees'>
}

/**
 * Asks for both prices as free text. A resale price that can't be paid online causes a warning while typing
 * and one question on submission.
 */
export function CarPriceFields({ form, carId, questionedPrice, submitLabel, seller }: CarPriceFieldsProps) {
  const shareTextOf = useShareText()
  const { errors } = form.formState
  const resellPrice = String(useWatch({ control: form.control, name: 'resellPrice' }) ?? '').trim()
  const isBlank = resellPrice === ''
  const note = getResellPriceNote(resellPrice)

  function handleTake(price: string) {
    form.setValue('resellPrice', price, { shouldDirty: true, shouldValidate: true })
    form.setFocus('resellPrice')
  }

  return (
    <CarFormSection title="Price">
      <TextField
        label={labels.resellPrice}
        optional
        hint={
          shareTextOf(parsePrice(resellPrice), seller) ??
          (seller.fees[0] ? 'Without fees, in US dollars' : 'What the buyer pays, in US dollars')
        }
        inputMode="decimal"
        error={errors.resellPrice?.message}
        {...form.register('resellPrice')}
      />
      <TextField
        label={labels.originalPrice}
        hint="What the car cost new, e.g., 32,000"
        inputMode="decimal"
        error={errors.originalPrice?.message}
        {...form.register('originalPrice')}
      />
      {carId !== undefined && (
        <Suspense fallback={null}>
          <PriceGuide form={form} carId={carId} fees={seller.fees} />
        </Suspense>
      )}
      <div role="status" className="col-span-full empty:hidden">
        {note && !isBlank && (
          <Notice tone="warning" title={resellPrice === questionedPrice ? 'Check the price' : undefined}>
            <p>{note}</p>
            <TakeSuggestion text={resellPrice} onTake={handleTake} />
            {resellPrice === questionedPrice && (
              <p>
                To keep “{resellPrice}”, choose {submitLabel} again.
              </p>
            )}
          </Notice>
        )}
      </div>
    </CarFormSection>
  )
}

function TakeSuggestion({ text, onTake }: { text: string; onTake: (price: string) => void }) {
  const minor = suggestPrice(text)
  if (minor === null) return null
  const price = formatMoney(minor)
  return (
    <p className="flex flex-wrap items-center gap-3 font-semibold">
      Did you mean {price}?
      <Button variant="secondary" size="small" onClick={() => onTake(price.replace('$', ''))}>
        Use {price}
      </Button>
    </p>
  )
}
