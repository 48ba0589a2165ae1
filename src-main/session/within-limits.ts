import { formatNumber } from '../../contract/number-format.ts'
import type { CarImport } from '../../contract/imports.ts'
import type { WatchLimits } from '../../contract/desktop/watched-folder.ts'

type Planned = Pick<CarImport, 'counts' | 'missing' | 'onLot' | 'message'>

/** Explains why a file needs a decision by the user, or returns null. */
export function getWaitingReason(
  limits: WatchLimits,
  { counts, missing, onLot, message }: Planned,
): string | null {
  if (message !== undefined) return message
  const errors = [
    over(counts.create, limits.create, 'new car'),
    over(counts.update, limits.update, 'changed car'),
    over(counts.error, limits.error, 'row', ' with errors'),
    limits.offLot && overOffLot(limits.offLot, missing, onLot),
  ].filter((limitError) => limitError !== null)
  return errors.length === 0 ? null : errors.join(' ')
}

function over(count: number, limit: number, noun: string, rest = ''): string | null {
  const nouns = count === 1 ? noun : `${noun}s`
  return count > limit
    ? `${formatNumber(count)} ${nouns}${rest}; your limit is ${formatNumber(limit)}.`
    : null
}

function overOffLot(
  { upTo, unit }: NonNullable<WatchLimits['offLot']>,
  missing: number,
  onLot: number,
): string | null {
  if (unit === 'cars') return over(missing, upTo, 'car', ' off the lot')
  if (missing * 100 <= onLot * upTo) return null
  return `${formatNumber(missing)} of ${formatNumber(onLot)} cars off the lot; your limit is ${upTo}%.`
}

/** Describes the changes that an imported file has made or would make. */
export function describeCounts({ create, update }: CarImport['counts'], offLot: number): string {
  const parts = [
    create > 0 && `${formatNumber(create)} new`,
    update > 0 && `${formatNumber(update)} changed`,
    offLot > 0 && `${formatNumber(offLot)} off the lot`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Nothing changed.' : `${parts.join(', ')}.`
}
