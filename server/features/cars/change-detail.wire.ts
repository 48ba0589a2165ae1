import { formatChangeValue } from '../../../contract/cars/change-values.ts'
import { getFieldLabel } from '../../../contract/cars/change-labels.ts'
import { formatMoney, type PriceStep } from '../../../contract/money.ts'
import type { Call } from '../../http/handler.ts'

/**
 * Describes a change of many cars: `Price: up 5%; Location: Salem, OR; Phone`. The phone number itself is
 * left out, because the log outlives the account.
 */
export function changeDetail(change: Call<'updateCars'>['body']['change']): string {
  return Object.entries(change)
    .map(([field, value]) => describeField(field, value))
    .join('; ')
}

function describeField(field: string, value: string | PriceStep): string {
  if (field === 'selllerContact') return getFieldLabel(field)
  if (typeof value === 'object') return `${getFieldLabel('resellPrice')}: ${stepText(value)}`
  return `${getFieldLabel(field)}: ${formatChangeValue(field, value, { unit: null, shown: 'mi' }) || 'nothing'}`
}

function stepText({ unit, by }: PriceStep): string {
  const size = Math.abs(by)
  return `${by < 0 ? 'down' : 'up'} ${unit === 'percent' ? `${size}%` : formatMoney(size)}`
}
