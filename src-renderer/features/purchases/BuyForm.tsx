import { formatMoney, getNotPayableReason } from '../../../contract/money.ts'
import { strings } from '../../../contract/strings.ts'
import { Button, keepFocus } from '../../ui/controls/Button.tsx'
import { DialogActions } from '../../ui/overlays/Dialog.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { formatPriceLabel } from '../../ui/controls/Price.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import type { BuyStepProps } from './use-buy-form.ts'
import { DepositNote } from '../../ui/controls/DepositNote.tsx'
import { getOfferedDeposit } from '../../../contract/reservation.ts'
import { BuySummary } from './BuySummary.tsx'
import { HoldNote } from './HoldNote.tsx'
import { useBuyForm, type AddingPurchase, type AfterAdding } from './use-buy-form.ts'

const buttonLabels: Record<AfterAdding, string> = {
  pay: strings.payment.payNow,
  reserve: 'Continue to deposit',
  list: 'Add to purchase list',
}

export function BuyForm({ adding, ...props }: BuyStepProps & { adding: AddingPurchase }) {
  const { car, buyer, photo, isReserving } = props
  const { form, price, problem, next, canPay, isLoading, submit } = useBuyForm(props, adding)
  const { errors } = form.formState
  const priceText = formatPriceLabel(price.minor, price.text)
  const hasNewPrice = problem?.code === 'price-changed'
  const unpayableReason = getNotPayableReason(price.minor)
  const depositMinor = isReserving && canPay ? getOfferedDeposit(car) : null
  const toPay = depositMinor === null ? 'pay' : 'reserve'
  const main = hasNewPrice ? next : canPay ? toPay : 'list'

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(main)
      }}
    >
      <BuySummary
        photo={photo}
        facts={[
          ['Model', car.modelName],
          ['Price', priceText],
          ...(depositMinor === null ? [] : [['Deposit', formatMoney(depositMinor)] as const]),
          ['Name', buyer.fullName],
          ['Email', buyer.email],
        ]}
      />
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <TextField
          label="Phone number"
          hint="The seller sees it once you’ve paid"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          error={errors.buyerContact?.message}
          {...form.register('buyerContact')}
        />
        <TextField
          label="Meeting place"
          hint="Where you’d like to meet the seller"
          error={errors.meetingPlace?.message}
          {...form.register('meetingPlace')}
        />
      </div>
      {problem && (
        <Notice tone={hasNewPrice ? 'warning' : 'danger'} isAlert className="mt-4">
          {problem.message}
          {hasNewPrice && ` It’s now ${priceText}. Nothing has been added yet.`}
        </Notice>
      )}
      {unpayableReason && !problem && (
        <Notice tone="warning" className="mt-4">
          {unpayableReason} Contact the seller.
        </Notice>
      )}
      {depositMinor === null ? <HoldNote /> : <DepositNote car={car} className="mt-4" />}
      <DialogActions>
        {canPay && !isReserving && !hasNewPrice && (
          <Button
            variant="secondary"
            loading={isLoading && next === 'list'}
            disabled={unpayableReason !== null}
            onMouseDown={keepFocus}
            onClick={() => submit('list')}
          >
            Add to purchase list
          </Button>
        )}
        <Button type="submit" loading={isLoading && next === main} disabled={unpayableReason !== null}>
          {hasNewPrice ? `Accept the new price, ${priceText}` : buttonLabels[main]}
        </Button>
      </DialogActions>
    </form>
  )
}
