import { useWatch, type UseFormReturn } from 'react-hook-form'
import { calculateFee, type FeeRate } from '../../../contract/fees.ts'
import { formatMoney } from '../../../contract/money.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { toFeeRate, type FeeFormInput } from './fee-form.ts'

/** Asks for a fee, and shows what sellers pay for three example prices. */
export function FeeFields({ form }: { form: UseFormReturn<FeeFormInput> }) {
  const { errors } = form.formState
  const [percent, minimum, maximum] = useWatch({
    control: form.control,
    name: ['percent', 'minimum', 'maximum'],
  })

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Percent"
          hint="Of the price, such as 2.5"
          inputMode="decimal"
          autoComplete="off"
          error={errors.percent?.message}
          {...form.register('percent')}
        />
        <TextField
          label="Lowest fee"
          hint="In dollars; empty for none"
          inputMode="decimal"
          autoComplete="off"
          error={errors.minimum?.message}
          {...form.register('minimum')}
        />
        <TextField
          label="Highest fee"
          hint="In dollars; empty for none"
          inputMode="decimal"
          autoComplete="off"
          error={errors.maximum?.message}
          {...form.register('maximum')}
        />
      </div>
      <FeePreview rate={toFeeRate({ percent, minimum, maximum })} />
    </>
  )
}

/** The example prices, in cents. */
const EXAMPLES = [500_000, 2_490_000, 8_000_000]

function FeePreview({ rate }: { rate: FeeRate | null }) {
  return (
    <table className="w-full rounded-control bg-sunken text-small tabular-nums">
      <caption className="sr-only">Examples</caption>
      <thead>
        <tr className="text-subtle">
          <th scope="col" className="px-4 pt-3 pb-1 text-left font-normal">
            Price
          </th>
          <th scope="col" className="px-2 pt-3 pb-1 text-right font-normal">
            Fee
          </th>
          <th scope="col" className="px-4 pt-3 pb-1 text-right font-normal">
            Seller gets
          </th>
        </tr>
      </thead>
      <tbody>
        {EXAMPLES.map((price) => (
          <tr key={price} className="last:[&>*]:pb-3">
            <th scope="row" className="px-4 py-1 text-left font-normal">
              {formatMoney(price)}
            </th>
            <td className="px-2 py-1 text-right">{rate ? formatMoney(calculateFee(price, rate)) : '–'}</td>
            <td className="px-4 py-1 text-right font-semibold">
              {rate ? formatMoney(price - calculateFee(price, rate)) : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
